import { type Kysely, sql } from 'kysely';

/** What happened to one thing is told in its order: a delivery knows what it is about. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    -- The lead from which it all came, of an order, of its subscription and of what that is charged for. Null: it was over
    -- when there was no such column.
    alter table webhook_deliveries add column subject text;
    -- Sent again by an operator: it comes when they want it, whatever came after it.
    alter table webhook_deliveries add column replayed_at timestamptz;
    update webhook_deliveries d set subject = coalesce(
      (select coalesce(s.lead_id, o.lead_id) from orders o left join subscriptions s on s.id = o.subscription_id
       where o.id = e.order_id),
      (select s.lead_id from subscriptions s where s.id = e.subscription_id),
      e.lead_id)
    from outbox_events e where e.id = d.event_id and d.state = 'waiting';

    -- Since when a worker has started whose brands do not name it any more.
    alter table webhook_endpoints add column unlisted_at timestamptz;

    drop index webhook_deliveries_due;
    create index webhook_deliveries_waiting on webhook_deliveries (endpoint_id, event_id) where state = 'waiting';
    create index webhook_deliveries_by_subject on webhook_deliveries (endpoint_id, subject, event_id)
      where state = 'waiting';
    create index webhook_deliveries_failed on webhook_deliveries (endpoint_id, last_try_at)
      where state = 'waiting' and round_tries > 0;
  `.execute(db);
}
