import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import { unitOfOrder } from '../../orders/index.server.ts';
import { zonesOfMarkets } from '../../payments/ledger/index.server.ts';
import { inScope } from '../search/index.server.ts';
import { columnsOf, type ExportColumn, lineOf, readSlice } from './export-line.repository.server.ts';
import type { ExportFilters, ExportSlice, SliceQuestion } from './export.types.ts';

/** Orders with what decides who sees them. */
const sales = sql`(select id, brand, market, seller, ${unitOfOrder('orders.id')} as unit from orders)`;

/** Lines of the ledger in the order in which they were recorded, of the orders in scope. */
export async function ledgerSlice(db: Db, question: SliceQuestion): Promise<ExportSlice> {
  const { scope, filters, cursor, size } = question;
  if (scope.kind === 'none') return { text: '', rows: 0, next: null };
  return readSlice(
    db,
    sql`select ${lineOf(columns, question)} as line, t.recorded_at as at, t.id as n
      from ledger_transfers t join ${sales} s on s.id = t.order_id join attempts a on a.id = t.attempt_id
        join ${zonesOfMarkets} on zones.market = s.market
      where ${inScope(scope)} and ${inFilters(filters)} and ${after(cursor)}
      order by t.recorded_at, t.id limit ${size}`,
    { size, direction: 'asc' },
  );
}

const zone = sql`zones.zone`;
const columns: readonly ExportColumn[] = [
  ...columnsOf('number', sql`t.id`),
  { kind: 'time', value: sql`t.recorded_at`, zone },
  { kind: 'time', value: sql`t.occurred_at`, zone },
  ...columnsOf('text', sql`t.order_id`, sql`s.brand`, sql`s.seller`, sql`t.kind`, sql`t.gateway`, sql`t.movement_id`),
  ...columnsOf('text', sql`t.debit_account`, sql`t.credit_account`),
  ...columnsOf('amount', sql`t.amount`),
  ...columnsOf('text', sql`t.currency`),
];

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
