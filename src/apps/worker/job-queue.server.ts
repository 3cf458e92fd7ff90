import { CompiledQuery } from 'kysely';
import { PgBoss } from 'pg-boss';
import { later } from '#src/kernel/db/pipeline.server.ts';
import type { DatabaseAddress } from '#src/kernel/db/pool.server.ts';
import type { JobQueue } from '#src/domain/context.server.ts';
import type { Job } from './job.contract.ts';

export interface StartedQueue {
  readonly boss: PgBoss;
  readonly queue: JobQueue;
}

/**
 * Starts the queue in the product's own database and makes a queue per job. Sending takes part in the caller's
 * transaction: a job exists exactly when its cause was committed.
 */
export async function startJobQueue(
  address: DatabaseAddress,
  jobs: readonly Job[],
  onError: (error: Error) => void,
): Promise<StartedQueue> {
  const place =
    'connectionString' in address
      ? { connectionString: address.connectionString }
      : {
          host: address.host,
          port: address.port,
          user: address.user,
          password: address.password,
          database: address.database,
        };
  const boss = new PgBoss({ ...place, max: 4, application_name: 'matricula-jobs', schema: 'jobs', reindex: false });
  boss.on('error', onError);
  await boss.start();
  for (const job of jobs) {
    const options = { retryLimit: job.retries, retryDelay: job.retrySeconds, retryBackoff: true, retryDelayMax: 300 };
    await boss.createQueue(job.name, { ...options, expireInSeconds: 120, deleteAfterSeconds: 3600 });
  }
  return { boss, queue: queueOver(boss) };
}

function queueOver(boss: PgBoss): JobQueue {
  return {
    async send(db, job, data, options) {
      const after = options?.startAfterSeconds;
      // Nobody needs the job's number: it is written with whatever its transaction asks next.
      const executeSql = async (text: string, values: unknown[] = []) => {
        await later(db, CompiledQuery.raw(text, values));
        return { rows: [{ id: '' }] };
      };
      await boss.send(job, data, { db: { executeSql }, ...(after === undefined ? {} : { startAfter: after }) });
    },
  };
}
