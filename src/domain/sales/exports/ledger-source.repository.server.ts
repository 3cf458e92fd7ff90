import { type RawBuilder, sql } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { marketZone } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import { unitOfOrder } from '../../orders/index.server.ts';
import { zonesOfMarkets } from '../../payments/ledger/index.server.ts';
import { inScope } from '../search/index.server.ts';
import type { ExportFilters, ExportSlice, SliceQuestion } from './export.types.ts';

interface LedgerRow {
  readonly id: bigint;
  readonly recorded_at: Date;
  /** The same with its microseconds: a place in the list that a `Date` would round. */
  readonly place: string;
  readonly occurred_at: Date;
  readonly order_id: string;
  readonly brand: string;
  readonly market: Country;
  readonly seller: string;
  readonly kind: string;
  readonly gateway: string;
  readonly movement_id: string;
  readonly debit_account: string;
  readonly credit_account: string;
  readonly amount: bigint;
  readonly currency: Currency;
}

/** Orders with what decides who sees them. */
const sales = sql`(select id, brand, market, seller, ${unitOfOrder('orders.id')} as unit from orders)`;

/** Lines of the ledger in the order in which they were recorded, of the orders in scope. */
export async function ledgerSlice(db: Db, { scope, filters, cursor, size }: SliceQuestion): Promise<ExportSlice> {
  if (scope.kind === 'none') return { rows: [], people: [], next: null };
  const { rows } = await sql<LedgerRow>`
    select t.id, t.recorded_at, t.recorded_at::text as place, t.occurred_at, t.order_id, s.brand, s.market, s.seller,
      t.kind, t.gateway, t.movement_id, t.debit_account, t.credit_account, t.amount, t.currency
    from ledger_transfers t join ${sales} s on s.id = t.order_id join attempts a on a.id = t.attempt_id
      join ${zonesOfMarkets} on zones.market = s.market
    where ${inScope(scope)} and ${inFilters(filters)} and ${after(cursor)}
    order by t.recorded_at, t.id limit ${size}`.execute(db);
  const last = rows.at(-1);
  return {
    rows: rows.map((row) => {
      const timeZone = marketZone(row.market);
      return [
        ...[row.id, { at: row.recorded_at, timeZone }, { at: row.occurred_at, timeZone }, row.order_id, row.brand],
        ...[row.seller, row.kind, row.gateway, row.movement_id, row.debit_account, row.credit_account],
        ...[{ units: row.amount }, row.currency],
      ];
    }),
    people: [],
    next: last !== undefined && rows.length === size ? `${last.place}|${last.id}` : null,
  };
}

function after(cursor: string | null): RawBuilder<unknown> {
  if (cursor === null) return sql`true`;
  const [place = '', id = '0'] = cursor.split('|');
  return sql`(t.recorded_at, t.id) > (${place}::timestamptz, ${id}::bigint)`;
}

/** As the figures and their lines are narrowed: the file has what the screen shows. */
function inFilters({ brands, methods, gateways, firstDay, lastDay }: ExportFilters): RawBuilder<unknown> {
  const among = (column: RawBuilder<unknown>, wanted: readonly string[] = []): readonly RawBuilder<unknown>[] =>
    wanted.length > 0 ? [sql`${column} = any(${[...wanted]}::text[])`] : [];
  const day = sql`(t.occurred_at at time zone zones.zone)::date`;
  const conditions = [
    sql`true`,
    ...among(sql`s.brand`, brands),
    ...among(sql`a.method`, methods),
    ...among(sql`t.gateway`, gateways),
    // The index is by instants: in every zone a day begins at most a day away from the same day in UTC.
    ...(firstDay === undefined
      ? []
      : [sql`t.occurred_at >= (${firstDay}::date - 1)::timestamp at time zone 'UTC' and ${day} >= ${firstDay}::date`]),
    ...(lastDay === undefined
      ? []
      : [sql`t.occurred_at < (${lastDay}::date + 2)::timestamp at time zone 'UTC' and ${day} <= ${lastDay}::date`]),
  ];
  return sql.join(conditions, sql` and `);
}
