import { type RawBuilder, sql } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import { ledgerFacts } from './day-sum.repository.server.ts';
import type { TransferKind } from './ledger.repository.server.ts';

/** Which money a figure is of. Days are of the market's calendar, both included, by when the money moved. */
export interface FigureFilter {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Null: of every brand. */
  readonly brands: readonly string[] | null;
  /**
   * Sales of these sellers besides those of `brands`. Sums by day do not know sellers, so that such a figure reads the lines
   * themselves.
   */
  readonly sellers?: readonly { readonly brand: string; readonly seller: string }[];
  /** Null: by every method. */
  readonly methods: readonly string[] | null;
  /** Null: at every gateway. */
  readonly gateways: readonly string[] | null;
}

export type FigureDimension = 'day' | 'brand' | 'method' | 'gateway';

/** Money of one value of the dimension, in one currency. Amounts in minor units, none negative. */
export interface Figure {
  readonly key: string;
  readonly currency: Currency;
  /** Captures with interest, late fees and surplus, and disputes that were won. */
  readonly moneyIn: bigint;
  /** Refunds and disputes. */
  readonly back: bigint;
  /** Ledger lines behind it. */
  readonly lines: number;
}

const comesIn = sql`(kind like 'capture-%' or kind like 'dispute-won-%')`;

const columns: Readonly<Record<FigureDimension, RawBuilder<string>>> = {
  day: sql`to_char(money_day, 'YYYY-MM-DD')`,
  brand: sql`brand`,
  method: sql`method`,
  gateway: sql`gateway`,
};

/**
 * The sums of the sealed days, and the lines that were booked since, in one statement: what is sealed between two reads
 * would be counted twice or not at all.
 */
const sumsAndOpenLines = sql`
  select money_day, brand, gateway, method, currency, kind, amount, lines, null::text as seller from day_sums
  union all
  select money_day, brand, gateway, method, currency, kind, amount, 1, seller from (${ledgerFacts}
    where lines.recorded_at >= coalesce((select (max(day) + 1)::timestamp at time zone 'UTC' from ledger_days), '-infinity')
  ) as open_lines`;

const everyLine = sql`
  select money_day, brand, gateway, method, currency, kind, amount, 1 as lines, seller from (${ledgerFacts}) as all_lines`;

function source({ sellers }: FigureFilter): RawBuilder<unknown> {
  return sellers === undefined || sellers.length === 0 ? sumsAndOpenLines : everyLine;
}

function inScope({ brands, sellers = [], methods, gateways }: FigureFilter): RawBuilder<boolean> {
  const method = methods === null ? sql`true` : sql`method = any(${methods}::text[])`;
  const gateway = gateways === null ? sql`true` : sql`gateway = any(${gateways}::text[])`;
  if (brands === null) return sql`${method} and ${gateway}`;
  const ofSellers = sellers.map(({ brand, seller }) => sql`(brand = ${brand} and seller = ${seller})`);
  return sql`${method} and ${gateway} and (${sql.join([sql`brand = any(${brands}::text[])`, ...ofSellers], sql` or `)})`;
}

/** Money by one dimension and currency, in the order of the dimension's values. */
export async function figuresBy(db: Db, dimension: FigureDimension, filter: FigureFilter): Promise<readonly Figure[]> {
  const { rows } = await sql<Figure>`
    select ${columns[dimension]} as key, currency,
      coalesce(sum(amount) filter (where ${comesIn}), 0)::bigint as "moneyIn",
      coalesce(sum(amount) filter (where not ${comesIn}), 0)::bigint as back,
      sum(lines)::integer as lines
    from (${source(filter)}) as facts
    where money_day between ${filter.from}::date and ${filter.to}::date and ${inScope(filter)}
    group by 1, 2 order by 1, 2`.execute(db);
  return rows;
}

/** Money of buyers that waits to go back to them at the end of `to`, by currency: paid twice, late or too much. */
export async function surplusOwed(
  db: Db,
  filter: FigureFilter,
): Promise<readonly { readonly currency: Currency; readonly amount: bigint }[]> {
  const { rows } = await sql<{ currency: Currency; amount: bigint }>`
    select currency, sum(case when kind = 'capture-surplus' then amount else -amount end)::bigint as amount
    from (${source(filter)}) as facts
    where kind in ('capture-surplus', 'refund-surplus', 'dispute-surplus')
      and money_day <= ${filter.to}::date and ${inScope(filter)}
    group by 1 order by 1`.execute(db);
  return rows;
}

/** A ledger line behind a figure. */
export interface LedgerLineRow {
  readonly id: bigint;
  readonly occurredAt: Date;
  readonly orderId: string;
  readonly orderNumber: bigint;
  readonly brand: string;
  readonly gateway: string;
  readonly method: string;
  readonly movementId: string;
  readonly kind: TransferKind;
  readonly currency: Currency;
  /** Minor units; negative when it went back. */
  readonly amount: bigint;
}

/** The lines behind a figure, newest first, by when the money moved; after the line `after`, not including it. */
export async function figureLines(
  db: Db,
  filter: FigureFilter,
  {
    after,
    limit,
  }: { readonly after: { readonly occurredAt: Date; readonly id: bigint } | null; readonly limit: number },
): Promise<readonly LedgerLineRow[]> {
  const next = after === null ? sql`true` : sql`(lines.occurred_at, lines.id) < (${after.occurredAt}, ${after.id})`;
  // A day of the calendar begins at most a day away from the same day in UTC, in every zone: the index is used by that.
  const { rows } = await sql<LedgerLineRow>`
    select id, occurred_at as "occurredAt", order_id as "orderId", number as "orderNumber", brand, gateway, method,
      movement_id as "movementId", kind, currency, case when ${comesIn} then amount else -amount end as amount
    from (${ledgerFacts}
      where lines.occurred_at >= (${filter.from}::date - 1)::timestamp at time zone 'UTC'
        and lines.occurred_at < (${filter.to}::date + 2)::timestamp at time zone 'UTC' and ${next}) as facts
    where money_day between ${filter.from}::date and ${filter.to}::date and ${inScope(filter)}
    order by occurred_at desc, id desc limit ${limit}`.execute(db);
  return rows;
}
