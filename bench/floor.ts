/**
 * What the machine could do at most: one Fastify route, one transaction of four inserts and one key check, on the same
 * kind of database with the same settings as the product's own. Started by `bench/run.ts` with PORT and DATA_DIR.
 */
import Fastify from 'fastify';
import type pg from 'pg';
import { startEmbeddedPostgres } from '#src/kernel/db/embedded-postgres.server.ts';
import { createPool } from '#src/kernel/db/pool.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';

const tables = `
  create table if not exists keys (key text primary key, order_id text not null, at timestamptz not null);
  create table if not exists leads (id text primary key, name text not null, email text not null, phone text not null, at timestamptz not null);
  create table if not exists orders (id text primary key, lead_id text not null references leads (id), total bigint not null, state text not null, at timestamptz not null);
  create table if not exists attempts (id text primary key, order_id text not null references orders (id), amount bigint not null, state text not null, at timestamptz not null);
`;

interface Body {
  readonly key: string;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly amount: number;
}

const bodySchema = {
  type: 'object',
  additionalProperties: false,
  required: ['key', 'name', 'email', 'phone', 'amount'],
  properties: {
    key: { type: 'string', maxLength: 64 },
    name: { type: 'string', maxLength: 200 },
    email: { type: 'string', maxLength: 80 },
    phone: { type: 'string', maxLength: 20 },
    amount: { type: 'integer', minimum: 1 },
  },
} as const;

function query(client: pg.PoolClient, name: string, text: string, values: readonly unknown[]): Promise<pg.QueryResult> {
  return client.query({ name, text, values: [...values] });
}

/** Writes an order once per key; gives its id, or that of the first call with this key. */
async function place(pool: pg.Pool, { key, name, email, phone, amount }: Body): Promise<string> {
  const client = await pool.connect();
  const [lead, order, at] = [newId('led'), newId('ord'), new Date()];
  try {
    await client.query('begin');
    const known = await query(client, 'key', 'select order_id from keys where key = $1', [key]);
    const [row]: { order_id: string }[] = known.rows;
    if (!row) {
      await query(client, 'lead', 'insert into leads values ($1, $2, $3, $4, $5)', [lead, name, email, phone, at]);
      await query(client, 'order', 'insert into orders values ($1, $2, $3, $4, $5)', [order, lead, amount, 'open', at]);
      await query(client, 'attempt', 'insert into attempts values ($1, $2, $3, $4, $5)', [
        newId('att'),
        order,
        amount,
        'created',
        at,
      ]);
      await query(client, 'keep', 'insert into keys values ($1, $2, $3)', [key, order, at]);
    }
    await client.query('commit');
    return row?.order_id ?? order;
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const database = await startEmbeddedPostgres({ dataDir: process.env['DATA_DIR'] ?? '', dataDirIsDefault: false });
if (!database.ok) throw new Error(database.error.message);
const pool = createPool(database.value.address);
await pool.query(tables);
const app = Fastify({ logger: false });
app.get('/readiness', () => ({ ok: true }));
app.post<{ Body: Body }>('/orders', { schema: { body: bodySchema } }, async (request, reply) =>
  reply.code(201).send({ id: await place(pool, request.body) }),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
process.on('SIGTERM', () => void stop());

async function stop(): Promise<void> {
  await app.close();
  await pool.end();
  if (database.ok) await database.value.stop();
  process.exit(0);
}
