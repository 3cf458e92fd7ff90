import pg from 'pg';
import type { DatabaseAddress } from './pool.server.ts';

/** One round shows an idle pooler; beside the traffic of others a client may meet the same server process by chance. */
const ROUNDS = 10;
/** A pooler with a single server connection keeps the second client waiting for as long as the first one holds it. */
const ANSWER_MS = 2_000;

/**
 * Whether sessions are shared, as behind PgBouncer in transaction or statement mode: a client then meets another server
 * process from one transaction to the next, so that limits, LISTEN and advisory locks of its session are not its own.
 * Two clients are compared, one of them inside a transaction; without a pooler each keeps its own server process.
 */
export async function usesTransactionPooling(address: DatabaseAddress): Promise<boolean> {
  const [first, second] = [clientOf(address), clientOf(address)];
  try {
    await first.connect();
    await second.connect();
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await processOf(first);
      await second.query('begin');
      const other = await answered(processOf(second));
      const after = await answered(processOf(first));
      if (other === null || after === null || other === before || after !== before) return true;
      await second.query('rollback');
    }
    return false;
  } finally {
    await Promise.allSettled([first.end(), second.end()]);
  }
}

function clientOf(address: DatabaseAddress): pg.Client {
  const client = new pg.Client({ ...address, connectionTimeoutMillis: 10_000, application_name: 'matricula-probe' });
  client.on('error', () => undefined);
  return client;
}

async function processOf(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  return rows[0]?.pid ?? 0;
}

/** Null when no answer came in time. */
async function answered(question: Promise<number>): Promise<number | null> {
  const timer = Promise.withResolvers<null>();
  const timeout = setTimeout(() => timer.resolve(null), ANSWER_MS);
  try {
    // A question that is given up fails when its client is closed.
    return await Promise.race([question.catch(() => null), timer.promise]);
  } finally {
    clearTimeout(timeout);
  }
}
