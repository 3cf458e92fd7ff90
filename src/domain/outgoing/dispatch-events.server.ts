import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { DomainContext } from '../context.server.ts';
import type { OutgoingPort } from './outgoing.port.ts';
import { outgoingTypeOf } from './told-types.ts';

/**
 * Writes the oldest events that nobody looked at yet into the lists of those who listen, and returns how many there were.
 * Workers that do it at the same time take different ones. An event whose payload is older than an endpoint is not sent to
 * it: a replay does that.
 */
export async function dispatchEvents(ctx: DomainContext, port: OutgoingPort, limit = 500): Promise<number> {
  return transaction(ctx.db, async (trx) => {
    const events = await trx
      .selectFrom('outbox_events')
      .leftJoin('orders', 'orders.id', 'outbox_events.order_id')
      .leftJoin('subscriptions', 'subscriptions.id', 'outbox_events.subscription_id')
      .leftJoin('leads', 'leads.id', 'outbox_events.lead_id')
      .leftJoin('checkout_sessions', 'checkout_sessions.id', 'leads.session_id')
      .select((eb) => [
        'outbox_events.id',
        'outbox_events.type',
        eb.fn.coalesce('orders.brand', 'subscriptions.brand', 'leads.brand').as('brand'),
        eb.fn.coalesce('orders.variant', 'subscriptions.variant', 'checkout_sessions.variant').as('variant'),
      ])
      .where('outbox_events.dispatched_at', 'is', null)
      .orderBy('outbox_events.id')
      .limit(limit)
      .forUpdate('outbox_events')
      .skipLocked()
      .execute();
    if (events.length === 0) return 0;
    const now = ctx.clock.now();
    const ended = new Set(
      (await trx.selectFrom('webhook_endpoints').select('id').where('ended_at', 'is not', null).execute()).map(
        ({ id }) => id,
      ),
    );
    const deliveries = events.flatMap(({ id, type, brand, variant }) => {
      const told = outgoingTypeOf(type);
      if (told === null || brand === null) return [];
      return port
        .endpointsOf(brand, variant)
        .filter((endpoint) => endpoint.types.has(told))
        .map((endpoint) => ({
          endpoint_id: endpoint.id,
          event_id: id,
          ...(ended.has(endpoint.id) ? { state: 'ended' } : { state: 'waiting', next_try_at: now }),
          created_at: now,
        }));
    });
    if (deliveries.length > 0)
      await trx
        .insertInto('webhook_deliveries')
        .values(deliveries)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    await trx
      .updateTable('outbox_events')
      .set({ dispatched_at: now })
      .where(
        'id',
        'in',
        events.map(({ id }) => id),
      )
      .execute();
    return events.length;
  });
}
