import { type RawBuilder, sql } from 'kysely';
import { markets } from '#src/kernel/locale/markets.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';

/** The time zone of each market, as a table `zones (market, zone)`. */
export const zonesOfMarkets: RawBuilder<unknown> = sql`(values ${sql.join(
  Object.values(markets).map(({ country, timeZone }) => sql`(${country}, ${timeZone})`),
)}) as zones (market, zone)`;

/** Lines of the ledger as `day_sums` has them, one row per line: with their market's day, brand and method. */
export const ledgerFacts: RawBuilder<unknown> = sql`
  select lines.id, lines.recorded_at, lines.occurred_at, lines.order_id, orders.number, orders.seller, lines.movement_id,
    (lines.occurred_at at time zone zones.zone)::date as money_day,
    orders.brand, lines.gateway, attempts.method, lines.currency, lines.kind, lines.amount
  from ledger_transfers as lines
  join orders on orders.id = lines.order_id
  join attempts on attempts.id = lines.attempt_id
  join ${zonesOfMarkets} on zones.market = orders.market`;

/** Sums the lines of one sealed day (UTC). Returns how many lines went into the sums. */
export async function insertDaySums(trx: Db, day: LocalDate): Promise<bigint> {
  const { rows } = await sql<{ lines: bigint }>`
    with made as (
      insert into day_sums (book_day, money_day, brand, gateway, method, currency, kind, amount, lines)
      select ${day}::date, money_day, brand, gateway, method, currency, kind, sum(amount)::bigint, count(*)::integer
      from (${ledgerFacts}
        where lines.recorded_at >= ${day}::date::timestamp at time zone 'UTC'
          and lines.recorded_at < (${day}::date + 1)::timestamp at time zone 'UTC') as facts
      group by money_day, brand, gateway, method, currency, kind
      returning lines
    )
    select coalesce(sum(lines), 0)::bigint as lines from made`.execute(trx);
  return rows[0]?.lines ?? 0n;
}
