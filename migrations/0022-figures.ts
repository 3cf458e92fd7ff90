import { type Kysely, sql } from 'kysely';

/** Sums of the ledger's sealed days, so that a figure of a year does not read a year of lines. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Made once, in the transaction that seals the day: what is sealed no longer changes, and so neither do its sums.
    create table day_sums (
      -- The sealed day (UTC) whose lines are summed; both rows are written in one transaction.
      book_day date not null,
      -- The day of the market's calendar on which the money moved. A line may be booked days later.
      money_day date not null,
      brand text not null,
      gateway text not null,
      method text not null,
      currency text not null check (currency in ('BRL', 'MZN', 'PEN')),
      kind text not null,
      amount bigint not null check (amount > 0),
      lines integer not null check (lines > 0),
      primary key (book_day, money_day, brand, gateway, method, currency, kind)
    );
    create index day_sums_by_money_day on day_sums (money_day);
    create trigger day_sums_are_append_only before update or delete or truncate on day_sums
      for each statement execute function refuse_change();

    -- The lines behind a figure are those of its days, by when the money moved.
    create index ledger_by_occurrence on ledger_transfers (occurred_at, id);

    insert into day_sums
    select days.day, (lines.occurred_at at time zone zones.zone)::date, orders.brand, lines.gateway, attempts.method,
      lines.currency, lines.kind, sum(lines.amount)::bigint, count(*)::integer
    from ledger_days as days
    join ledger_transfers as lines on (lines.recorded_at at time zone 'UTC')::date = days.day
    join orders on orders.id = lines.order_id
    join attempts on attempts.id = lines.attempt_id
    join (values ('BR', 'America/Sao_Paulo'), ('MZ', 'Africa/Maputo'), ('PE', 'America/Lima')) as zones (market, zone)
      on zones.market = orders.market
    group by 1, 2, 3, 4, 5, 6, 7;
  `.execute(db);
}
