import { type Kysely, sql } from 'kysely';

/** What is deleted after its retention is found by its time, in small batches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    create index idempotency_keys_by_time on idempotency_keys (created_at);
    create index incoming_webhooks_applied on incoming_webhooks (received_at) where state = 'applied';
    create index webhook_deliveries_over on webhook_deliveries (created_at) where state <> 'waiting';
    -- Events are deleted after their deliveries; evidence packs and the search ask for the deliveries of an event, too.
    create index webhook_deliveries_by_event on webhook_deliveries (event_id);
    create index checkout_sessions_without_lead on checkout_sessions (created_at) where lead_id is null;
    -- Deleting a session asks each table that may name it.
    create index payment_profiles_by_session on payment_profiles (session_id);
  `.execute(db);
}
