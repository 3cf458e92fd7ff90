import { type Kysely, sql } from 'kysely';

/** One line per day of the books: the hash of all that was written that day, over the hash of the day before, signed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table ledger_days (
      day date primary key,
      lines bigint not null check (lines >= 0),
      last_id bigint not null,
      previous_hash text not null,
      hash text not null,
      key_id text,
      signature text,
      sealed_at timestamptz not null,
      check ((key_id is null) = (signature is null))
    );
    create trigger ledger_days_are_append_only before update or delete or truncate on ledger_days
      for each statement execute function refuse_change();
    create index ledger_by_day on ledger_transfers (recorded_at);
  `.execute(db);
}
