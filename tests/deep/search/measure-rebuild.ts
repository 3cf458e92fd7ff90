import type pg from 'pg';
import type { Database } from '#src/domain/database/index.server.ts';
import type { EncryptionKeys } from '#src/domain/long-term-encryption.server.ts';
import { beginRebuild, rebuildSlice } from '#src/domain/sales/search/index.server.ts';
import { createKysely } from '#src/kernel/db/pool.server.ts';
import { createLog } from '#src/kernel/log/log.server.ts';
import { seedOrders } from '#tests/support/database/seed-orders.server.ts';

/** Orders, numbered from 1, each of another buyer. */
export async function writeOrders(pool: pg.Pool, count: number): Promise<void> {
  await seedOrders({ pool }, count);
  await pool.query(`
    with numbered as (select id, substring(id from 5)::bigint as n from leads)
    update leads set name = 'Maria ' || initcap(translate(left(md5(n::text), 7), '0123456789', 'ghijklmnop')) || ' da '
        || initcap(translate(right(md5(n::text), 6), '0123456789', 'ghijklmnop')), email = 'maria' || n || '@example.com',
      phone = '+55219' || 10000000 + n, document_type = 'CPF', document_number = 30000000000 + n
    from numbered where numbered.id = leads.id`);
  await pool.query('truncate sale_changes');
  await pool.query('vacuum (analyze) leads');
}

/** Entries in a second: of the whole rebuild, and of its last tenth, when the index is largest. */
export interface RebuildRate {
  readonly whole: number;
  readonly last: number;
}

/** Makes the index of these orders anew, from nothing. */
export async function measureRebuild(pool: pg.Pool, config: EncryptionKeys, count: number): Promise<RebuildRate> {
  const ctx = { db: createKysely<Database>(pool), log: createLog({ level: 'error' }), config };
  await beginRebuild(ctx.db, new Date());
  const began = performance.now();
  let [written, lastWritten, lastBegan] = [0, 0, began];
  for (let slice; (slice = await rebuildSlice(ctx, count / 10)) !== null;) {
    written += slice;
    if (written < count * 0.9) continue;
    if (written === count * 0.9) lastBegan = performance.now();
    else lastWritten += slice;
  }
  const ended = performance.now();
  return { whole: (written * 1000) / (ended - began), last: (lastWritten * 1000) / (ended - lastBegan) };
}
