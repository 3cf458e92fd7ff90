import type { DomainContext } from '#src/domain/context.server.ts';
import type { WebhookDispatcher } from '#src/domain/messaging/webhooks/index.server.ts';

/** What a job may use: the domain, and the post office for letters. */
export interface WorkerContext extends DomainContext {
  /** Renders and sends the queued letters that are due, so many at most; gives how many it took. Throws when one did not go. */
  readonly sendEmails: (options: { readonly limit: number }) => Promise<number>;
  /** Sends one letter or text about a subscription; throws when it was not taken. */
  readonly sendSubscriptionNotice: (noticeId: string) => Promise<void>;
  /** Sends one link to a buyer's own page; throws when it was not taken. */
  readonly sendAccountEmail: (emailId: string) => Promise<void>;
  /** Sends one planned reminder, at most once; throws when it certainly did not go. */
  readonly sendRecoveryReminder: (abandonmentId: string, step: number) => Promise<void>;
  /** Sends a buyer the link of their own purchase; throws when it was not taken. */
  readonly sendResumeLink: (resumeRequestId: string) => Promise<void>;
  /**
   * Whether the worker stops: a job that goes through many things ends between two of them then, and its next round does the
   * others. What it does after that it may not end: the database goes away. Absent: it never stops.
   */
  readonly isStopping?: () => boolean;
  /** Brings what happened to those outside who listen; absent where nobody does. */
  readonly webhookDispatcher?: WebhookDispatcher;
}

/** A piece of work for later. It runs at least once, on any number of workers, so it must be idempotent. */
export interface Job {
  readonly name: string;
  /** Standard cron text (minutes and up, UTC) for work that comes round; absent for work that is sent. */
  readonly cron?: string;
  /** It comes round, and is sent besides when something calls for it at once. */
  readonly isAlsoSent?: true;
  /** Work that comes round faster than by the minute: every worker looks by itself, so often. Not together with `cron`. */
  readonly everySeconds?: number;
  /** How often a failed run is tried again, with growing pauses from `retrySeconds`. */
  readonly retries: number;
  readonly retrySeconds: number;
  /** How many of one fetch run at the same time. */
  readonly batch: number;
  run(context: WorkerContext, data: Readonly<Record<string, string>>): Promise<void>;
}
