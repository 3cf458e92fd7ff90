import type { DomainContext } from '#src/domain/context.server.ts';
import type { JobData, JobName } from '#src/domain/job-data.ts';
import type { WebhookDispatcher } from '#src/domain/messaging/webhooks/index.server.ts';

/** What a job may use: the domain, and the worker's e-mails and webhooks. */
export interface WorkerContext extends DomainContext {
  /** Renders and sends at most `limit` queued e-mails that are due; returns how many it took. Throws when one was not sent. */
  readonly sendEmails: (options: { readonly limit: number }) => Promise<number>;
  /** Sends one e-mail or text about a subscription; throws when it was not accepted. */
  readonly sendSubscriptionNotice: (noticeId: string) => Promise<void>;
  /** Sends one link to a buyer's account; throws when it was not accepted. */
  readonly sendAccountEmail: (emailId: string) => Promise<void>;
  /** Sends one planned reminder, at most once; throws when it certainly was not sent. */
  readonly sendRecoveryReminder: (abandonmentId: string, step: number) => Promise<void>;
  /** Sends a buyer the link of their own purchase; throws when it was not accepted. */
  readonly sendResumeLink: (resumeRequestId: string) => Promise<void>;
  /**
   * Whether the worker stops: a job over many rows then ends between two of them, and its next run does the others. Past
   * the stop the database is closed. Absent: it never stops.
   */
  readonly isStopping?: () => boolean;
  /** Sends webhooks to the schools' endpoints; absent where there is none. */
  readonly webhookDispatcher?: WebhookDispatcher;
}

interface JobSettings {
  /** Retries of a failed run, with growing pauses from `retrySeconds`. */
  readonly retries: number;
  readonly retrySeconds: number;
  /** How many of one fetch run at the same time. */
  readonly batch: number;
  /** A start does not run it at once, but waits for its time: nobody waits for it, and it takes long. */
  readonly isLeftOutAtStart?: true;
}

/** A job that use cases send. It runs at least once, on any number of workers, so it must be idempotent. */
interface SentJob<Data> extends JobSettings {
  /** Standard cron text (minutes and up, UTC) of a job that also runs at its times, with no data. */
  readonly cron?: Readonly<Record<string, never>> extends Data ? string : never;
  run(context: WorkerContext, data: Data): Promise<void>;
}

/** A job that runs at its times: by `cron` once for all workers, or in every worker by itself. Idempotent, too. */
type ScheduledJob = JobSettings & { run(context: WorkerContext): Promise<void> } & (
    | { readonly cron: string }
    | { readonly everySeconds: number }
  );

/** A handler for each job that the domain sends. */
export type SentJobs = { readonly [Name in JobName]: SentJob<JobData[Name]> };
export type ScheduledJobs = Readonly<Record<string, ScheduledJob>>;

/** Any job, as the worker runs it. */
export interface Job extends JobSettings {
  readonly name: string;
  readonly cron?: string;
  /** Seconds between two runs in each worker, without the queue. Not together with `cron`. */
  readonly everySeconds?: number;
  /** Use cases send it, also when it has a `cron`: its queue is read every second. */
  readonly isSent?: boolean;
  run(context: WorkerContext, data: Readonly<Record<string, string>>): Promise<void>;
}
