import type { PgBoss } from 'pg-boss';
import { withoutRetry, type DatabaseRetry } from '#src/kernel/db/database-retry.server.ts';
import type { Job, WorkerContext } from './job.contract.ts';
import { type LastRun, recordJobRun } from './job-runs.repository.server.ts';

export interface Worker {
  /**
   * Runs every job that comes round, now: after a start, and when the sandbox moved the clock. Rounds that are under
   * way in this process, or begin meanwhile, are waited for before the next job: all that is due has been done at the end,
   * by whomever in this process.
   */
  runDue(): Promise<void>;
  /**
   * Says to every job that it stops (`isStopping`); ends the rounds of jobs that come by the second, and a run of what is
   * due after the job it is at. One that hangs, e.g. at a mail server, is not waited for longer than eight seconds. The queue
   * stops by itself.
   */
  stop(): Promise<void>;
}

/** Seconds between looks at a queue; the money path does not wait for it (answers and notifications apply at once). */
const pollSeconds = 1;
/** The same where work only comes round by the minute: each look is a question to the database, whether or not there is work. */
const pollSecondsOfScheduled = 5;

/** How long what is at work may take to end when the worker stops. */
const stopMs = 8_000;

/** Milliseconds in which runs of a job that go as the one before did are written down once: some come by the second. */
const recordEveryMs = 10_000;

/** Takes work from the queues until the queue stops. `withDatabaseRetry`: waits for a database that is away as it starts. */
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
    // What was done is done, whether or not it can be written down that it was.
    await recordJobRun(context.db, job.name, last).catch((error: unknown) =>
      context.log.warn('job-run-not-recorded', { job: job.name, error }),
    );
  }
  /** What is at work in this process now, by job. */
  const atWork = new Map<string, Set<Promise<void>>>();
  function run(job: Job, data: Readonly<Record<string, string>>): Promise<void> {
    const runs = atWork.get(job.name) ?? new Set();
    atWork.set(job.name, runs);
    const running = work(job, data);
    runs.add(running);
    return running.finally(() => runs.delete(running));
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
    const { name, cron } = job;
    if (cron) await withDatabaseRetry(() => boss.schedule(name, cron, {}));
  }

  const dueRuns = new Set<Promise<void>>();
  async function runAll(): Promise<void> {
    const comingRound = jobs.filter((one) => one.cron !== undefined || one.everySeconds !== undefined);
    for (const job of comingRound) {
      // What a round has in hand is left to it, and is not done before it is.
      await otherRunsOf(job);
      if (isStopping) return;
      await run(job, {}).catch(() => undefined);
      if (isStopping) return;
      // One that began meanwhile may have taken what this run then did not find.
      await otherRunsOf(job);
    }
  }
  async function otherRunsOf(job: Job): Promise<void> {
    await Promise.allSettled([...(atWork.get(job.name) ?? [])]);
  }

  return {
    async runDue() {
      const running = runAll();
      dueRuns.add(running);
      await running.finally(() => dueRuns.delete(running));
    },
    async stop() {
      isStopping = true;
      const patience = new Promise((resolve) => setTimeout(resolve, stopMs).unref());
      await Promise.race([Promise.all([...loops.map((round) => round.stop()), ...dueRuns]), patience]);
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
