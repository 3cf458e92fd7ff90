import { type RawBuilder, sql } from 'kysely';
import { markets } from '#src/kernel/locale/markets.ts';
import type { Db } from '../../base-context.server.ts';
import { erasedDomain } from '../../checkout/leads/index.server.ts';
import { orderStates } from '../../orders/index.ts';
import type { StaffScope } from '../../staff/index.ts';
import { listSales, type SaleFilters, salesPage } from '../search/index.server.ts';
import { saleKinds, saleTroubles } from '../search/index.ts';
import { columnsOf, type ExportColumn, lineOf, readSlice } from './export-line.repository.server.ts';
import { type ExportFilters, type ExportSlice, type SliceQuestion, sliceSize } from './export.types.ts';

/** Sales in scope as the list has them, newest first; with `isPersonal` each with its buyer's clear data at the end. */
export async function salesSlice(db: Db, question: SliceQuestion): Promise<ExportSlice> {
  const { scope, filters, isPersonal, cursor, size } = question;
  const wanted = saleFilters(filters);
  const page = wanted && salesPage(scope, wanted, { beyond: after(cursor), direction: 'desc', limit: size });
  if (!page) return { text: '', rows: 0, next: null };
  const line = lineOf([...saleColumns, ...(isPersonal ? buyerColumns : [])], question);
  return readSlice(
    db,
    sql`select ${line} as line, s.began_at as at, s.number as n from (${page}) s join leads l on l.id = s.lead_id`,
    { size, direction: 'desc' },
  );
}

function after(cursor: string | null): RawBuilder<unknown> {
  if (cursor === null) return sql`true`;
  const [place = '', number = '0'] = cursor.split('|');
  return sql`(s.began_at, s.number) < (${place}::timestamptz, ${number}::bigint)`;
}

/** How many people the sales are about, counted no further than one beyond a limit; erased buyers are nobody. */
export async function countBuyers(db: Db, scope: StaffScope, filters: ExportFilters, limit: number): Promise<number> {
  const wanted = saleFilters(filters);
  if (wanted === null) return 0;
  const people = new Set<string>();
  let cursor: Parameters<typeof listSales>[3]['cursor'] = null;
  do {
    const page: Awaited<ReturnType<typeof listSales>> = await listSales(db, scope, wanted, { cursor, size: sliceSize });
    for (const { buyer, leadId } of page.sales) if (buyer !== null) people.add(leadId);
    const last = page.hasOlder ? page.sales.at(-1) : undefined;
    cursor = last ? { side: 'older', beganAt: last.beganAt, number: last.number } : null;
  } while (cursor !== null && people.size <= limit);
  return Math.min(people.size, limit + 1);
}

/** The list's own filters; null where they ask only for what no sale can be, which must not become a list of all. */
function saleFilters(filters: ExportFilters): SaleFilters | null {
  const { brands, methods, seller, source, product, from, until } = filters;
  const known = <T extends string>(all: readonly T[], asked: readonly string[] = []): readonly T[] =>
    all.filter((one) => asked.includes(one));
  const chosen = {
    states: known(orderStates, filters.states),
    kinds: known(saleKinds, filters.kinds),
    troubles: known(saleTroubles, filters.troubles),
  };
  const isVain = (name: keyof typeof chosen): boolean => (filters[name] ?? []).length > 0 && chosen[name].length === 0;
  if (isVain('states') || isVain('kinds') || isVain('troubles')) return null;
  return {
    ...{ brands, methods, seller, source, product, ...chosen },
    ...(from === undefined ? {} : { from: new Date(from) }),
    ...(until === undefined ? {} : { until: new Date(until) }),
  };
}

/** The time zone of a row's market. */
const zone = sql`case s.market ${sql.join(
  Object.values(markets).map(({ country, timeZone }) => sql`when ${sql.lit(country)} then ${sql.lit(timeZone)}`),
  sql` `,
)} end`;

/** Columns of `sale_search s`; the order number as buyers read it. */
const saleColumns: readonly ExportColumn[] = [
  ...columnsOf('text', sql`s.order_id`, sql`left(s.reference, 3) || '-' || substr(s.reference, 4)`),
  { kind: 'time', value: sql`s.began_at`, zone },
  { kind: 'time', value: sql`s.paid_at`, zone },
  ...columnsOf('text', sql`concat_ws('.', s.brand, s.variant)`, sql`s.product_code`, sql`s.plan_id`, sql`s.seller`),
  ...columnsOf('text', sql`s.source`, sql`s.kind`, sql`s.state`, sql`array_to_string(s.methods, ' + ')`),
  ...columnsOf('amount', sql`s.total`, sql`s.received`, sql`s.returned`),
  ...columnsOf('text', sql`s.currency`),
];

/** Columns of `leads l`; an erased buyer's row stands without them. */
const buyerColumns = columnsOf(
  'text',
  ...[sql`l.name`, sql`l.email`, sql`l.phone`, sql`l.document_number`].map(
    (value) => sql`(case when l.email like ${sql.lit(`%@${erasedDomain}`)} then null else ${value} end)`,
  ),
);
