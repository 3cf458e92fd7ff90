import { type Kysely, sql } from 'kysely';

/** What keeps jobs as fast after years as on the first day: indexes of what is due, how far a sweep has read, checks of seals. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Each gateway is asked at its own rate. Replaces an index by time alone.
    create index attempts_to_recheck_of_gateway on attempts (gateway, recheck_at) where recheck_at is not null;
    drop index attempts_to_recheck;

    -- Quotes are swept by the time of their end.
    create index quotes_by_end on quotes (expires_at, id);
    -- How far a sweep has read a table of which it leaves most rows: it reads none of them again.
    create table sweep_marks (
      sweep text primary key,
      through timestamptz not null,
      last_id text not null
    );

    -- The last check of each chain of sealed days: ledger, audit-log.
    create table seal_checks (
      chain text primary key check (chain in ('ledger', 'audit-log')),
      checked_at timestamptz not null,
      days integer not null check (days >= 0),
      -- Days whose rows were read again; of the others the chain and the signature were checked.
      days_read integer not null check (days_read >= 0),
      problems integer not null check (problems >= 0)
    );
  `.execute(db);
}
