import type { Kysely } from 'kysely';
import type pg from 'pg';
import type { Database } from '#src/domain/database/index.server.ts';
import type { FindContext } from '#src/domain/sales/search/find-sales.server.ts';
import { findSales, listSales, type SaleCursor, type SaleFilters } from '#src/domain/sales/search/index.server.ts';
import type { StaffScope } from '#src/domain/staff/index.ts';
import { percentile } from '../../../bench/support/statistics.ts';
import { barcodeAt, nameAt, sampleBuyer } from './fill-search.ts';

/** What one question of a kind costs. Milliseconds by the caller's clock; blocks of 8 KB that PostgreSQL read, cached or not. */
export interface SearchFigure {
  readonly what: string;
  readonly p50: number;
  readonly p95: number;
  readonly blocks: number;
  /** Sales that an answer held, on average. */
  readonly found: number;
}

const all: StaffScope = { kind: 'all' };
const today = '2026-11-27';
const asked = 60;
const pageSize = 50;
const latePage = 200;

type Ask = (round: number) => Promise<number>;

/** Every kind of question, `asked` times each one after the other. */
export async function measureSearch(
  db: Kysely<Database>,
  pool: pg.Pool,
  ctx: FindContext,
): Promise<readonly SearchFigure[]> {
  const find =
    (scope: StaffScope, termOf: (round: number) => string): Ask =>
    async (round) => {
      const { found, timedOut } = await findSales(db, ctx, scope, termOf(round), { today });
      if (timedOut.length > 0) throw new Error(`Timed out: ${timedOut.join(', ')} of ${termOf(round)}`);
      return found.length;
    };
  const rare = (round: number): number => 1 + (round % 99);
  const brand: StaffScope = { kind: 'some', brands: ['brand-9', 'brand-11'], units: [], sellers: [] };
  const since = (days: number): Date => new Date(Date.now() - days * 86_400_000);
  const list =
    (scope: StaffScope, filters: SaleFilters, cursor: SaleCursor | null = null): Ask =>
    async () =>
      (await listSales(db, scope, filters, { cursor, size: pageSize })).sales.length;
  const three: SaleFilters = { methods: ['pix'], states: ['paid'], source: 'source-3', from: since(4 * 366) };
  const deep = await beginningOfPage(db, all, three, latePage);
  const deepOfBrands = await beginningOfPage(db, brand, three, latePage);
  const questions: readonly (readonly [string, Ask])[] = [
    ['find e-mail, of three sales', find(all, (round) => sampleBuyer(rare(round)).email)],
    ['find e-mail, of a thousandth of all', find(all, () => sampleBuyer(0).email)],
    ['find phone', find(all, (round) => sampleBuyer(rare(round)).phone)],
    ['find end of a phone', find(all, (round) => sampleBuyer(rare(round)).phone.slice(-8))],
    ['find document', find(all, (round) => sampleBuyer(rare(round)).document)],
    ['find name, rare', find(all, (round) => sampleBuyer(rare(round)).name)],
    ['find name, commonest', find(all, () => `${nameAt(1)} ${nameAt(2001)}`)],
    ['find name, between', find(all, (round) => `${nameAt(40 + round)} ${nameAt(2100 + round)}`)],
    ['find name, one common word', find(all, (round) => nameAt(1 + (round % 5)))],
    ['find last four', find(all, (round) => `final ${String(1000 + round * 97).padStart(4, '0')}`)],
    ['find barcode', find(all, (round) => barcodeAt(round + 1))],
    ['find fiscal note', find(all, (round) => `NFS-e ${2 * (round + 1)}`)],
    ['find amount with day', find(all, () => 'R$ 1.140,00 20/11/2026')],
    ['find amount, commonest', find(all, () => 'R$ 1.140,00')],
    ['find voucher, commonest', find(all, () => 'cupom voucher-1')],
    ['find last four, small brands', find(brand, (round) => `final ${String(1000 + round * 97).padStart(4, '0')}`)],
    ['find name, small brands', find(brand, () => `${nameAt(1)} ${nameAt(2001)}`)],
    ['list, all brands, no filter', list(all, { from: since(30) })],
    ['list, all brands, 3 filters, page 1', list(all, three)],
    ['list, all brands, 3 filters, page 200', list(all, three, deep)],
    ['list, two brands, 3 filters, page 1', list(brand, three)],
    ['list, two brands, 3 filters, page 200', list(brand, three, deepOfBrands)],
    ['list, trouble, all time', list(all, { troubles: ['dispute'] })],
    ['list, not paid, 30 days', list(all, { states: ['open'], from: since(30) })],
  ];
  const figures: SearchFigure[] = [];
  for (const [what, ask] of questions) {
    // Plans and caches of a console that is in use.
    for (let round = 0; round < 5; round += 1) await ask(round);
    const times: number[] = [];
    let found = 0;
    const before = await blocksRead(pool);
    for (let round = 0; round < asked; round += 1) {
      const began = performance.now();
      found += await ask(round);
      times.push(performance.now() - began);
    }
    const blocks = Math.round(((await blocksRead(pool)) - before) / asked);
    figures.push({ what, p50: percentile(times, 0.5), p95: percentile(times, 0.95), blocks, found: found / asked });
  }
  return figures;
}

/** The place before a page, or before the last one where there are fewer. */
async function beginningOfPage(
  db: Kysely<Database>,
  scope: StaffScope,
  filters: SaleFilters,
  page: number,
): Promise<SaleCursor | null> {
  let cursor: SaleCursor | null = null;
  for (let at = 1; at < page; at += 1) {
    const { sales, hasOlder } = await listSales(db, scope, filters, { cursor, size: pageSize });
    const last = sales.at(-1);
    if (!hasOlder || last === undefined) break;
    cursor = { side: 'older', beganAt: last.beganAt, number: last.number };
  }
  return cursor;
}

/** Blocks of this database that were read so far, when every connection has said what it did. */
async function blocksRead(pool: pg.Pool): Promise<number> {
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()));
  for (const client of clients) await client.query('select pg_stat_force_next_flush()');
  for (const client of clients) await client.query('select 1');
  for (const client of clients) client.release();
  await new Promise((resume) => setTimeout(resume, 100));
  const { rows } = await pool.query<{ blocks: string }>(
    `select (sum(heap_blks_read + heap_blks_hit) + sum(coalesce(idx_blks_read + idx_blks_hit, 0))
        + sum(coalesce(toast_blks_read + toast_blks_hit, 0)))::text as blocks from pg_statio_user_tables`,
  );
  return Number(rows[0]?.blocks ?? 0);
}
