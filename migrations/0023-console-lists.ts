import { type Kysely, sql } from 'kysely';

/** What staff look through: deliveries that will not be sent, and approved payments of one instrument. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- Few of many millions: without it their list and their count would read every delivery of the endpoint.
    create index webhook_deliveries_not_delivered on webhook_deliveries (endpoint_id, state, event_id)
      where state in ('given-up', 'ended');

    -- Which instrument an approved attempt used. A dispute of the reason "fraud" is answered by earlier payments of the same
    -- instrument (Visa Compelling Evidence 3.0), and card_attempts forgets approved ones. Deleted after 400 days, and with
    -- the buyer's data. No reference to attempts: the row is written by the statement that deletes the card attempt, in the
    -- transaction that holds the attempt.
    create table approved_instruments (
      attempt_id text primary key,
      -- As in card_attempts: a keyed hash of the gateway and its fingerprint. Shared fingerprints are not kept.
      instrument_key text not null check (instrument_key !~ '^~'),
      at timestamptz not null
    );
    create index approved_instruments_by_key on approved_instruments (instrument_key, at);
    -- For the sweep only: rows are written in the order of their times.
    create index approved_instruments_by_time on approved_instruments using brin (at);
  `.execute(db);
}
