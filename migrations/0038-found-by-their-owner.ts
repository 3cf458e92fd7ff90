import { type Kysely, sql } from 'kysely';

/** Rows of one term, one visit or one buyer are found among those of years: nobody reads a whole table for them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index orders_by_term on orders (subscription_id, subscription_period) where subscription_id is not null;
    create index contract_acceptances_by_session on contract_acceptances (session_id);
    create index payment_profiles_by_lead on payment_profiles (lead_id);
    create index buyer_letters_by_page on buyer_letters (page_id);
  `.execute(db);
}
