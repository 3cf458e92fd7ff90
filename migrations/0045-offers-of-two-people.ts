import { type Kysely, sql } from 'kysely';

/** An offer far below the list price is open only once a second operator has agreed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table custom_offers add column asked_by text;
    alter table custom_offers add column needs_second boolean not null default false;
    alter table custom_offers add column confirmed_by text;
    alter table custom_offers add column confirmed_at timestamptz;
    alter table custom_offers add constraint custom_offers_two_people
      check (confirmed_by is null or (needs_second and confirmed_by is distinct from asked_by));
    create index custom_offers_waiting on custom_offers (created_at) where needs_second and confirmed_by is null;
  `.execute(db);
}
