import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { moveClock } from '#tests/support/clock/product-clock.ts';
import type { Product } from '#tests/support/processes/product.server.ts';

/** Tables in which the product itself goes on about what was bought: letters, news for schools, what gateways said. */
const alive = new Set(['emails', 'webhook_deliveries', 'webhook_endpoints', 'gateway_cursors', 'outbox_events']);

/** One line per row, of every table, that says one of these words; the product's own bookkeeping of jobs left out. */
export async function rowsOf(pool: Pool, words: readonly string[]): Promise<readonly string[]> {
  const tables = await pool.query<{ name: string }>(
    "select tablename as name from pg_tables where schemaname = 'public' order by tablename",
  );
  const wanted = tables.rows.map(({ name }) => name).filter((name) => !alive.has(name));
  const text = wanted
    .map((name) => `select '${name} ' || t::text as line from "${name}" t where t::text like any($1::text[])`)
    .join(' union all ');
  const { rows } = await pool.query<{ line: string }>(`${text} order by line`, [words.map((word) => `%${word}%`)]);
  return rows.map(({ line }) => line);
}

/** Waits until nothing more is written about somebody by what goes on in the background. */
export async function stableRows(pool: Pool, words: readonly string[]): Promise<readonly string[]> {
  for (let before = await rowsOf(pool, words), tries = 0; ; tries += 1) {
    await new Promise((resume) => setTimeout(resume, 400));
    const now = await rowsOf(pool, words);
    if (now.join('\n') === before.join('\n') || tries === 40) return now;
    before = now;
  }
}

/** Longer than a queue waits between two looks, in milliseconds. */
const queueMs = 2_500;

/**
 * Lets everything happen that follows by itself from what was done about somebody: letters ahead of a term, a sale's proofs,
 * its fiscal note. That comes round by the minute, at seconds of its own; once a minute has brought nothing, none does.
 */
export async function idleRows(product: Product, pool: Pool, words: readonly string[]): Promise<readonly string[]> {
  for (let before = await rowsOf(pool, words), minutes = 0; ; minutes += 1) {
    await moveClock(product, 60);
    await pause(queueMs);
    const now = await rowsOf(pool, words);
    if (now.join('\n') === before.join('\n') || minutes === 5) return now;
    before = now;
  }
}

/** Lines of one list that the other has not. */
export function changed(before: readonly string[], after: readonly string[]): readonly string[] {
  return [
    ...before.filter((line) => !after.includes(line)).map((line) => `- ${line}`),
    ...after.filter((line) => !before.includes(line)).map((line) => `+ ${line}`),
  ].map((line) => line.slice(0, 300));
}
