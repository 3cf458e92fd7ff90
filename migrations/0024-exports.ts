import { type Kysely, sql } from 'kysely';

/** Files that staff have made of lists: what was asked for, and the encrypted pieces until they are fetched. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table exports (
      id text primary key,
      asked_by text not null references staff_accounts (id),
      session_id text not null,
      ip_group text not null,
      kind text not null check (kind in ('sales', 'ledger')),
      format text not null check (format in ('csv', 'xlsx')),
      locale text not null,
      -- Its rows name buyers, with their contact data and documents.
      is_personal boolean not null,
      -- As in the list it was asked from; and all that the person could see at that moment.
      filters jsonb not null,
      scope jsonb not null,
      -- How many people its rows are about, counted to 1,001 when it was asked for; 0 where it has no personal data.
      people integer not null check (people >= 0),
      approval_id text unique references approval_requests (id),
      state text not null check (state in ('making', 'ready', 'failed', 'fetched', 'expired')),
      failure text,
      -- After the last row that was written; null: none was.
      cursor text,
      chunks integer not null default 0,
      rows bigint not null default 0,
      created_at timestamptz not null,
      ready_at timestamptz,
      -- One day after it was ready: then its pieces are deleted.
      expires_at timestamptz,
      -- SHA-256 of the secret in the address that fetches it, and until when that address is good.
      ticket_hash text unique,
      ticket_until timestamptz,
      fetched_at timestamptz,
      constraint exports_two_people check (people <= 1000 or approval_id is not null),
      constraint exports_ready check ((ready_at is null) = (expires_at is null))
    );
    create index exports_of_person on exports (asked_by, created_at desc);
    create index exports_to_sweep on exports (expires_at) where state in ('ready', 'fetched');

    -- One piece per slice of rows: compressed, then encrypted. Its number makes a slice that two workers made be stored once.
    create table export_chunks (
      export_id text not null references exports (id) on delete cascade,
      n integer not null,
      bytes bytea not null,
      primary key (export_id, n)
    );
  `.execute(db);
}
