import { type Kysely, sql } from 'kysely';

/**
 * What nobody bought is found among millions that somebody did: by its time and not by reading every order. `kept_at`: when
 * a lead was last found to be somebody's purchase; it is looked at again as long after that as after it was left.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table leads add column kept_at timestamptz;
    create index leads_to_look_at on leads (coalesce(kept_at, created_at));
    create index orders_by_lead on orders (lead_id);
    create index checkout_sessions_by_lead on checkout_sessions (lead_id) where lead_id is not null;
    create index custom_offers_by_lead on custom_offers (lead_id);
  `.execute(db);
}
