import { marketZone } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import { orderStates } from '../../orders/index.ts';
import { listSales, type SaleFilters } from '../search/index.server.ts';
import { saleKinds, type SaleRow, saleTroubles } from '../search/index.ts';
import type { ExportCell, ExportFilters, ExportSlice, SliceQuestion } from './export.types.ts';

/** Sales in scope as the list has them, newest first; with `isPersonal` each with its buyer's clear data at the end. */
export async function salesSlice(db: Db, question: SliceQuestion): Promise<ExportSlice> {
  const { scope, filters, isPersonal, cursor, size } = question;
  const wanted = saleFilters(filters);
  if (wanted === null) return { rows: [], people: [], next: null };
  const page = await listSales(db, scope, wanted, { cursor: placeOf(cursor), size });
  const buyers = isPersonal ? await buyersOf(db, page.sales) : null;
  const last = page.sales.at(-1);
  return {
    rows: page.sales.map((sale) => [...cellsOf(sale), ...(buyers?.get(sale.leadId) ?? (buyers ? nobody : []))]),
    people: page.sales.flatMap(({ buyer, leadId }) => (buyer === null ? [] : [leadId])),
    next: page.hasOlder && last !== undefined ? `${last.beganAt.toISOString()}|${last.number}` : null,
  };
}

function placeOf(cursor: string | null): Parameters<typeof listSales>[3]['cursor'] {
  if (cursor === null) return null;
  const [beganAt = '', number = '0'] = cursor.split('|');
  return { side: 'older', beganAt: new Date(beganAt), number: BigInt(number) };
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

function cellsOf(sale: SaleRow): readonly ExportCell[] {
  const timeZone = marketZone(sale.market);
  const brand = sale.variant === null ? sale.brand : `${sale.brand}.${sale.variant}`;
  return [
    ...[sale.orderId, sale.reference, { at: sale.beganAt, timeZone }],
    ...[sale.paidAt && { at: sale.paidAt, timeZone }, brand, sale.productCode, sale.planId, sale.seller, sale.source],
    ...[sale.kind, sale.state, sale.methods.join(' + '), { units: sale.total }],
    ...[{ units: sale.received }, { units: sale.returned }, sale.currency],
  ];
}

/** An erased buyer's row stands without them. */
const nobody: readonly ExportCell[] = [null, null, null, null];

/** Name, e-mail, phone and document by lead. */
async function buyersOf(db: Db, sales: readonly SaleRow[]): Promise<ReadonlyMap<string, readonly ExportCell[]>> {
  const ids = [...new Set(sales.flatMap(({ buyer, leadId }) => (buyer === null ? [] : [leadId])))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('leads')
    .select(['id', 'name', 'email', 'phone', 'document_number'])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(ids))))
    .execute();
  return new Map(
    rows.map(({ id, name, email, phone, document_number: document }) => [id, [name, email, phone, document]]),
  );
}
