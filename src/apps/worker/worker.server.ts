import type { PgBoss } from 'pg-boss';
import { withoutRetry, type DatabaseRetry } from '#src/kernel/db/database-retry.server.ts';
import type { Job, WorkerContext } from './job.contract.ts';
import { type LastRun, recordJobRun } from './job-runs.repository.server.ts';

export interface Worker {
  /**
   * Runs every scheduled job now: after a start (`atStart`: without those that wait for their time), and when the sandbox's
   * clock was moved. Runs of a job that are under way in
   * this process, or begin meanwhile, are awaited before the next job: at the end all that was due is done.
   */
  runDue(options?: { readonly atStart?: true }): Promise<void>;
  /**
   * Tells every job to stop (`isStopping`), and ends the loops of jobs with `everySeconds` and a `runDue` after its current
   * job. A job that hangs, e.g. at a mail server, is awaited for eight seconds. The queue stops by itself.
   */
  stop(): Promise<void>;
}

/** Seconds between polls of a queue; payments do not wait for it (responses and incoming webhooks apply at once). */
const pollSeconds = 1;
/** The same for jobs with `cron` only: each poll is a query, whether or not there is work. */
const pollSecondsOfScheduled = 5;

/** How long running jobs may take to end when the worker stops. */
const stopMs = 8_000;

/** Milliseconds in which runs of a job with an unchanged result are recorded once: some run every second. */
const recordEveryMs = 10_000;

/** Runs jobs from the queues until the queue stops. `withDatabaseRetry` waits for a database that is away at the start. */
export async function startWorker(
  boss: PgBoss,
  jobs: readonly Job[],
  context: WorkerContext,
  withDatabaseRetry: DatabaseRetry = withoutRetry,
): Promise<Worker> {
  let isStopping = false;
  const ofJobs: WorkerContext = { ...context, isStopping: () => isStopping };
  const recorded = new Map<string, LastRun>();
  async function record(job: Job, last: LastRun): Promise<void> {
    const before = recorded.get(job.name);
    const isKnown =
      before?.isGood === last.isGood && Math.abs(Date.parse(last.at) - Date.parse(before.at)) < recordEveryMs;
    if (isKnown) return;
    recorded.set(job.name, last);
    // The run counts, whether or not it can be recorded.
    await recordJobRun(context.db, job.name, last).catch((error: unknown) =>
      context.log.warn('job-run-not-recorded', { job: job.name, error }),
    );
  }
  /** Runs in this process now, by job. */
  const running = new Map<string, Set<Promise<void>>>();
  function run(job: Job, data: Readonly<Record<string, string>>): Promise<void> {
    const runs = running.get(job.name) ?? new Set();
    running.set(job.name, runs);
    const one = work(job, data);
    runs.add(one);
    return one.finally(() => runs.delete(one));
  }
  async function work(job: Job, data: Readonly<Record<string, string>>): Promise<void> {
    const began = performance.now();
    const ended = (isGood: boolean): Promise<void> =>
      record(job, { at: context.clock.now().toISOString(), durationMs: Math.round(performance.now() - began), isGood });
    try {
      await job.run(ofJobs, data);
      await ended(true);
    } catch (thrown) {
      await ended(false);
      context.log.warn('job-failed', { job: job.name, error: thrown });
      throw thrown;
    }
  }

  const loops = jobs.flatMap((job) => (job.everySeconds === undefined ? [] : startLoops(job, job.everySeconds, run)));
  for (const job of jobs) {
    if (job.everySeconds !== undefined) continue;
    const options = {
      batchSize: job.batch,
      pollingIntervalSeconds: job.isSent || job.cron === undefined ? pollSeconds : pollSecondsOfScheduled,
      // A full batch is followed by the next one at once, so that a rush never waits a second per batch.
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
    const { name, cron } = job;
    if (cron) await withDatabaseRetry(() => boss.schedule(name, cron, {}));
  }

  const dueRuns = new Set<Promise<void>>();
  async function runAll(atStart: boolean): Promise<void> {
    const scheduled = jobs.filter(
      (one) => (one.cron !== undefined || one.everySeconds !== undefined) && !(atStart && one.isLeftOutAtStart),
    );
    for (const job of scheduled) {
      // Rows that another run has reserved are done when that run ends.
      await otherRunsOf(job);
      if (isStopping) return;
      await run(job, {}).catch(() => undefined);
      if (isStopping) return;
      // A run that began meanwhile may have reserved rows that this one did not find.
      await otherRunsOf(job);
    }
  }
  async function otherRunsOf(job: Job): Promise<void> {
    await Promise.allSettled([...(running.get(job.name) ?? [])]);
  }

  return {
    async runDue({ atStart = false } = {}) {
      const all = runAll(atStart);
      dueRuns.add(all);
      await all.finally(() => dueRuns.delete(all));
    },
    async stop() {
      isStopping = true;
      const timeout = new Promise((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([Promise.all([...loops.map((loop) => loop.stop()), ...dueRuns]), timeout]);
    },
  };
}

/** Runs a job again and again with a pause between two runs, until it is stopped. */
function startLoops(
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
