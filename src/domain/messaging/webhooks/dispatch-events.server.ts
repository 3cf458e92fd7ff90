import { sql } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { MessagingContext } from '../context.server.ts';
import type { WebhooksPort } from './webhooks.port.ts';
import { deliverySubject } from './delivery-subject.server.ts';
import { webhookEventTypeOf } from './webhook-event-types.ts';

/**
 * Writes the oldest events that nobody looked at yet into the lists of those who listen, and returns how many there were: none
 * while another worker does it, because what happened first must not come into a list after what happened next. An event
 * that is older than an endpoint is not sent to it: a replay does that.
 */
export async function dispatchEvents(ctx: MessagingContext, port: WebhooksPort, limit = 500): Promise<number> {
  return transaction(ctx.db, async (trx) => {
    const own = await sql<{ held: boolean }>`
      select pg_try_advisory_xact_lock(hashtextextended('outgoing events', 36)) as held
    `.execute(trx);
    if (own.rows[0]?.held !== true) return 0;
    const events = await trx
      .selectFrom('outbox_events')
      .leftJoin('orders', 'orders.id', 'outbox_events.order_id')
      .leftJoin('subscriptions as charged', 'charged.id', 'orders.subscription_id')
      .leftJoin('subscriptions', 'subscriptions.id', 'outbox_events.subscription_id')
      .leftJoin('leads', 'leads.id', 'outbox_events.lead_id')
      .leftJoin('checkout_sessions', 'checkout_sessions.id', 'leads.session_id')
      .select((eb) => [
        'outbox_events.id',
        'outbox_events.type',
        eb.fn.coalesce('orders.brand', 'subscriptions.brand', 'leads.brand').as('brand'),
        eb.fn.coalesce('orders.variant', 'subscriptions.variant', 'checkout_sessions.variant').as('variant'),
        deliverySubject(eb.fn).as('subject'),
      ])
      .where('outbox_events.dispatched_at', 'is', null)
      .orderBy('outbox_events.id')
      .limit(limit)
      .forUpdate('outbox_events')
      .execute();
    if (events.length === 0) return 0;
    const now = ctx.clock.now();
    // Not locked: an endpoint that ends while this is written gets messages that wait, and the next look ends them.
    const ended = new Set(
      (await trx.selectFrom('webhook_endpoints').select('id').where('ended_at', 'is not', null).execute()).map(
        ({ id }) => id,
      ),
    );
    const deliveries = events.flatMap(({ id, type, brand, variant, subject }) => {
      const eventType = webhookEventTypeOf(type);
      if (eventType === null || brand === null) return [];
      return port
        .endpointsOf(brand, variant)
        .filter((endpoint) => endpoint.types.has(eventType))
        .map((endpoint) => ({ endpointId: endpoint.id, eventId: id, subject, isEnded: ended.has(endpoint.id) }));
    });
    // As lists in one value each: a text of its own for each number of events would cost a plan in every connection.
    if (deliveries.length > 0)
      await sql`
        insert into webhook_deliveries (endpoint_id, event_id, subject, state, next_try_at, created_at)
        select endpoint_id, event_id, subject, case when is_ended then 'ended' else 'waiting' end,
          case when is_ended then null else ${now}::timestamptz end, ${now}::timestamptz
        from unnest(
          ${deliveries.map((one) => one.endpointId)}::text[],
          ${deliveries.map((one) => one.eventId)}::bigint[],
          ${deliveries.map((one) => one.subject)}::text[],
          ${deliveries.map((one) => one.isEnded)}::boolean[]
        ) as delivery (endpoint_id, event_id, subject, is_ended)
        on conflict do nothing
      `.execute(trx);
    const dispatched = events.map(({ id }) => id);
    await sql`update outbox_events set dispatched_at = ${now} where id = any(${dispatched}::bigint[])`.execute(trx);
    return events.length;
  });
}
