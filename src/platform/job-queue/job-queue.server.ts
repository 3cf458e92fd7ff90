import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import { verifySession } from '#src/kernel/db/writable-session.server.ts';
import { connectionOf, queueSchema, readQueueState } from './job-queue-schema.server.ts';

/** The queue's settings of a job. */
interface QueuedJob {
  readonly name: string;
  readonly retries: number;
  readonly retrySeconds: number;
}

/** Writes a job in the given transaction. */
interface TransactionalQueue {
  send(
    db: Parameters<typeof deferred>[0],
    job: string,
    data: Readonly<Record<string, string>>,
    options?: { readonly startAfterSeconds?: number },
  ): Promise<void>;
}

export interface StartedQueue {
  readonly boss: PgBoss;
  readonly queue: TransactionalQueue;
  /** Counts of the jobs' queues, without those that the library keeps for itself. */
  readonly queues: () => ReturnType<PgBoss['getQueues']>;
}

/**
 * Starts the queue in the product's own database, whose tables `prepareJobQueue` has made, and adds the queues of jobs that
 * are new: it reads and writes rows only. Sending is part of the caller's transaction: a job exists exactly when its cause
 * was committed. `runsMaintenance`: this process also queues scheduled jobs and those whose worker crashed; a process that
 * only sends leaves that to workers.
 */
export async function startJobQueue(
  address: DatabaseAddress,
  jobs: readonly QueuedJob[],
  onError: (error: Error) => void,
  runsMaintenance = true,
): Promise<StartedQueue> {
  const boss = new PgBoss({
    ...connectionOf(address),
    ...{ max: 4, application_name: 'matricula-jobs', schema: queueSchema, reindex: false },
    // The library takes tables that are newer only where it may also migrate, for which there is nothing to do then.
    migrate: (await readQueueState(address)) === 'newer',
    ...{ supervise: runsMaintenance, schedule: runsMaintenance },
    // For the queue's own pool: as in ours, a read-only server counts as unavailable.
    ...{ verify: verifySession(), keepAlive: true, keepAliveInitialDelayMillis: 10_000 },
  });
  // The queue emits an object that is no Error; the log would show none of it.
  boss.on('error', (error) => onError(error instanceof Error ? error : new Error(messageOf(error))));
  try {
    await boss.start();
    const known = new Set((await boss.getQueues()).map(({ name }) => name));
    for (const job of jobs.filter(({ name }) => !known.has(name))) {
      const options = { retryLimit: job.retries, retryDelay: job.retrySeconds, retryBackoff: true, retryDelayMax: 300 };
      await boss.createQueue(job.name, { ...options, expireInSeconds: 120, deleteAfterSeconds: 3600 });
    }
  } catch (error) {
    // A partly started queue would continue polling beside the next try's.
    await boss.stop({ graceful: false }).catch(() => undefined);
    throw error;
  }
  return { boss, queue: queueOver(boss), queues: () => boss.getQueues(jobs.map(({ name }) => name)) };
}

function messageOf(error: unknown): string {
  const message = typeof error === 'object' && error !== null && 'message' in error ? error.message : error;
  return typeof message === 'string' && message !== '' ? message : 'The queue gave no message';
}

function queueOver(boss: PgBoss): TransactionalQueue {
  return {
    async send(db, job, data, options) {
      const after = options?.startAfterSeconds;
      // The job's id is not needed: the job is written with the transaction's next statement.
      const executeSql = async (text: string, values: unknown[] = []) => {
        await deferred(db, CompiledQuery.raw(text, values));
        return { rows: [{ id: '' }] };
      };
      await boss.send(job, data, { db: { executeSql }, ...(after === undefined ? {} : { startAfter: after }) });
    },
  };
}
