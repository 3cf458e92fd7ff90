import { type Kysely, sql } from 'kysely';

/** Gateways' messages are worked off by gateway in turn, and those that had no effect are forgotten after a month. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    drop index notifications_waiting;
    create index notifications_waiting on notifications (gateway, tries, received_at)
      where state in ('stored', 'parked');
    create index notifications_rejected on notifications (received_at) where state = 'rejected';
  `.execute(db);
}
