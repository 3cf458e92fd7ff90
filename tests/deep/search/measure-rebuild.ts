import { readFileSync } from 'node:fs';
import type pg from 'pg';
import type { Database } from '#src/domain/database/index.server.ts';
import type { EncryptionKeys } from '#src/domain/long-term-encryption.server.ts';
import { beginRebuild, rebuildSlice } from '#src/domain/sales/search/index.server.ts';
import { createKysely } from '#src/kernel/db/pool.server.ts';
import { createLog } from '#src/kernel/log/log.server.ts';
import { seedOrders } from '#tests/support/database/seed-orders.server.ts';

/** Orders, numbered from 1, each of another buyer whose names others have too. */
export async function writeOrders(pool: pg.Pool, count: number): Promise<void> {
  await seedOrders({ pool }, count);
  await pool.query(`
    with numbered as (select id, substring(id from 5)::bigint as n from leads)
    update leads set name = 'Maria ' || initcap(translate(left(md5((n % 5987)::text), 7), '0123456789', 'ghijklmnop')) || ' da '
        || initcap(translate(right(md5((n % 1999)::text), 6), '0123456789', 'ghijklmnop')), email = 'maria' || n || '@example.com',
      phone = '+55219' || 10000000 + n, document_type = 'CPF', document_number = 30000000000 + n
    from numbered where numbered.id = leads.id`);
  await pool.query('truncate sale_changes');
  await pool.query('vacuum (analyze) leads');
}

/** What a rebuild costs. */
export interface RebuildCost {
  /** Entries in a second: of all, and of the last tenth, when the index is largest. */
  readonly whole: number;
  readonly last: number;
  /** Microseconds of processor for one entry of the last tenth, by Node and by the database: what a machine without other work needs. */
  readonly processorUs: number;
}

/** Makes the index of these orders anew, from nothing. `pool`: of one connection. */
export async function measureRebuild(pool: pg.Pool, config: EncryptionKeys, count: number): Promise<RebuildCost> {
  const ctx = { db: createKysely<Database>(pool), log: createLog({ level: 'error' }), config };
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  await beginRebuild(ctx.db, new Date());
  const slice = Math.ceil(count / 10);
  const began = performance.now();
  for (let at = 0; at < 9; at += 1) await rebuildSlice(ctx, slice);
  const [lastBegan, node, database] = [performance.now(), process.cpuUsage(), databaseUs(pid)];
  let last = 0;
  for (let written; (written = await rebuildSlice(ctx, slice)) !== null;) last += written;
  const ended = performance.now();
  const { user, system } = process.cpuUsage(node);
  return {
    whole: (count * 1000) / (ended - began),
    last: (last * 1000) / (ended - lastBegan),
    processorUs: (user + system + databaseUs(pid) - database) / last,
  };
}

/** Time that a process has run on a processor (`/proc/<pid>/schedstat`, Linux), in microseconds. */
function databaseUs(pid: number): number {
  return Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]) / 1000;
}
