import type { PgBoss } from 'pg-boss';
import type { Job, WorkerContext } from './job.contract.ts';

export interface Worker {
  /** Runs every job that comes round, now: after a start, and when the sandbox moved the clock. */
  runDue(): Promise<void>;
  /** How each job's last run in this process went, by name; a job that has not run yet is not there. */
  lastRuns(): Readonly<Record<string, LastRun>>;
  /** Ends the rounds of jobs that come by the second. The queue stops by itself. */
  stop(): Promise<void>;
}

/** `at`: when it ended, ISO 8601, by this machine's clock. */
export interface LastRun {
  readonly at: string;
  readonly durationMs: number;
  readonly isGood: boolean;
}

/** Seconds between looks at a queue; the money path does not wait for it (answers and notifications apply at once). */
const pollSeconds = 1;

/** Takes work from the queues until the queue stops. */
export async function startWorker(boss: PgBoss, jobs: readonly Job[], context: WorkerContext): Promise<Worker> {
  const lastRuns = new Map<string, LastRun>();
  async function run(job: Job, data: Readonly<Record<string, string>>): Promise<void> {
    const began = performance.now();
    const note = (isGood: boolean) => {
      const durationMs = Math.round(performance.now() - began);
      lastRuns.set(job.name, { at: new Date().toISOString(), durationMs, isGood });
    };
    try {
      await job.run(context, data);
      note(true);
    } catch (thrown) {
      note(false);
      context.log.warn('job-failed', { job: job.name, error: thrown });
      throw thrown;
    }
  }

  const rounds = jobs.flatMap((job) => (job.everySeconds === undefined ? [] : startRounds(job, job.everySeconds, run)));
  for (const job of jobs) {
    if (job.everySeconds !== undefined) continue;
    const options = {
      batchSize: job.batch,
      pollingIntervalSeconds: pollSeconds,
      // More work than one fetch takes is fetched at once, so that a rush never waits a second per batch.
      burstWhenBatchFull: true,
      perJobResults: true,
    } as const;
    await boss.work<Record<string, string>>(job.name, options, async (batch) => {
      const results = await Promise.allSettled(batch.map((one) => run(job, one.data ?? {})));
      return batch.map((one, index) => {
        const failed = results[index]?.status === 'rejected';
        return { id: one.id, status: failed ? ('failed' as const) : ('completed' as const) };
      });
    });
    if (job.cron) await boss.schedule(job.name, job.cron, {});
  }

  return {
    async runDue() {
      const comingRound = jobs.filter((one) => one.cron !== undefined || one.everySeconds !== undefined);
      for (const job of comingRound) await run(job, {}).catch(() => undefined);
    },
    lastRuns: () => Object.fromEntries([...lastRuns].sort(([one], [other]) => (one < other ? -1 : 1))),
    async stop() {
      await Promise.all(rounds.map((round) => round.stop()));
    },
  };
}

/** Runs a job again and again with a pause between two runs, until it is stopped. */
function startRounds(
  job: Job,
  seconds: number,
  run: (job: Job, data: Readonly<Record<string, string>>) => Promise<void>,
): { stop(): Promise<void> } {
  let isStopped = false;
  let wake = (): void => undefined;
  const over = (async () => {
    while (!isStopped) {
      await run(job, {}).catch(() => undefined);
      await new Promise<void>((resolve) => {
        wake = resolve;
        setTimeout(resolve, seconds * 1000).unref();
      });
    }
  })();
  return {
    async stop() {
      isStopped = true;
      wake();
      await over;
    },
  };
}
