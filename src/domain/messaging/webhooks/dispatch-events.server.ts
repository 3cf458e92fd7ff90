import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { MessagingContext } from '../context.server.ts';
import { markEventsDispatched } from '../outbox/index.server.ts';
import { insertDeliveries, lockUndispatchedEvents, tryLockDispatch } from './delivery-queue.repository.server.ts';
import { endedEndpoints } from './endpoint.repository.server.ts';
import { webhookEventTypeOf } from './webhook-event-types.ts';
import type { WebhooksPort } from './webhooks.port.ts';

/**
 * Writes a delivery of the oldest undispatched events for each endpoint that receives them. Returns how many events there were:
 * none while another worker does it, because an earlier event must not be listed after a later one. An event that is older than
 * an endpoint is not sent to it: a replay does that.
 */
export async function dispatchEvents(ctx: MessagingContext, port: WebhooksPort, limit = 500): Promise<number> {
  return transaction(ctx.db, async (trx) => {
    if (!(await tryLockDispatch(trx))) return 0;
    const events = await lockUndispatchedEvents(trx, limit);
    if (events.length === 0) return 0;
    const now = ctx.clock.now();
    // Not locked: an endpoint that ends meanwhile gets deliveries that wait, and `endPendingDeliveries` ends them.
    const ended = await endedEndpoints(trx);
    const deliveries = events.flatMap(({ id, type, brand, variant, subject }) => {
      const eventType = webhookEventTypeOf(type);
      if (eventType === null || brand === null) return [];
      return port
        .endpointsOf(brand, variant)
        .filter((endpoint) => endpoint.types.has(eventType))
        .map((endpoint) => ({ endpointId: endpoint.id, eventId: id, subject, isEnded: ended.has(endpoint.id) }));
    });
    await insertDeliveries(trx, deliveries, now);
    const ids = events.map(({ id }) => id);
    await markEventsDispatched(trx, ids, now);
    return events.length;
  });
}
