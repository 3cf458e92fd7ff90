import type { PgBoss } from 'pg-boss';
import type { Job, WorkerContext } from './job.contract.ts';

export interface Worker {
  /** Runs every job that comes round, now: after a start, and when the sandbox moved the clock. */
  runDue(): Promise<void>;
}

/** Seconds between looks at a queue; the money path does not wait for it (answers and notifications apply at once). */
const pollSeconds = 1;

/** Takes work from the queues until the queue stops. */
export async function startWorker(boss: PgBoss, jobs: readonly Job[], context: WorkerContext): Promise<Worker> {
  async function run(job: Job, data: Readonly<Record<string, string>>): Promise<void> {
    try {
      await job.run(context, data);
    } catch (thrown) {
      context.log.warn('job-failed', { job: job.name, error: thrown });
      throw thrown;
    }
  }

  for (const job of jobs) {
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
      for (const job of jobs.filter((one) => one.cron !== undefined)) await run(job, {}).catch(() => undefined);
    },
  };
}
