/**
 * The baseline of this stack: one Fastify route, one transaction of four inserts and one key check, on the same kind of
 * database with the same settings, pool and query builder as the product. Started by `bench/load/load.ts` with PORT and
 * DATA_DIR.
 *
 * The code uses the product's kernel: the body is validated by its schema, statements are prepared by name, `begin` is sent
 * with the key check (`transaction`), rows have foreign keys, and every call is a commit of its own with fsync on. Each
 * insert is awaited before the next.
 */
import Fastify from 'fastify';
import type { Kysely } from 'kysely';
import { startEmbeddedPostgres } from '#src/platform/embedded-postgres/embedded-postgres.server.ts';
import { createKysely, createPool } from '#src/kernel/db/pool.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { newId } from '#src/kernel/ids/ids.server.ts';

interface Tables {
  readonly keys: { key: string; order_id: string; at: Date };
  readonly leads: { id: string; name: string; email: string; phone: string; at: Date };
  readonly orders: { id: string; lead_id: string; total: bigint; state: string; at: Date };
  readonly attempts: { id: string; order_id: string; amount: bigint; state: string; at: Date };
}

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

/** Writes an order once per key. Returns its id, or the id of the first call with this key. */
function place(db: Kysely<Tables>, { key, name, email, phone, amount }: Body): Promise<string> {
  return transaction(db, async (trx) => {
    const known = await trx.selectFrom('keys').select('order_id').where('key', '=', key).executeTakeFirst();
    if (known) return known.order_id;
    const [lead, order, at] = [newId('led'), newId('ord'), new Date()];
    const total = BigInt(amount);
    await trx.insertInto('leads').values({ id: lead, name, email, phone, at }).execute();
    await trx.insertInto('orders').values({ id: order, lead_id: lead, total, state: 'open', at }).execute();
    const attempt = { id: newId('att'), order_id: order, amount: total, state: 'created', at };
    await trx.insertInto('attempts').values(attempt).execute();
    await trx.insertInto('keys').values({ key, order_id: order, at }).execute();
    return order;
  });
}

const database = await startEmbeddedPostgres({ dataDir: process.env['DATA_DIR'] ?? '', dataDirIsDefault: false });
if (!database.ok) throw new Error(database.error.message);
const pool = createPool(database.value.address);
await pool.query(tables);
const db = createKysely<Tables>(pool);
const app = Fastify({ logger: false });
app.get('/readiness', () => ({ ok: true }));
app.post<{ Body: Body }>('/orders', { schema: { body: bodySchema } }, async (request, reply) =>
  reply.code(201).send({ id: await place(db, request.body) }),
);
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void stop());

async function stop(): Promise<void> {
  await app.close();
  await pool.end();
  if (database.ok) await database.value.stop();
  process.exit(0);
}
