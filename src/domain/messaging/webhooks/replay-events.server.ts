import { transaction } from '#src/kernel/db/transaction.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { MessagingContext } from '../context.server.ts';
import { type ReplayedEvents, requeueDeliveries } from './delivery-queue.repository.server.ts';
import { endedEndpoints, ensureEndpoints } from './endpoint.repository.server.ts';
import { outboxTypesOf } from './webhook-event-types.ts';

export type ReplayError = 'endpoint-unknown' | 'event-unknown' | 'endpoint-ended';

/**
 * Sends events to an endpoint again, each under its own message id, with a whole schedule of tries before it. They are sent in
 * their order among the waiting deliveries, whatever of the same subject was delivered since. Events that are older than the
 * endpoint are sent as well. Returns how many. `onWritten` writes beside it in the same transaction, e.g. an audit entry; it
 * is not called when nothing is sent.
 */
export async function replayEvents(
  ctx: MessagingContext,
  endpointId: string,
  events: ReplayedEvents,
  onWritten?: (trx: Db, count: number) => Promise<void>,
): Promise<Result<number, ReplayError>> {
  const endpoint = ctx.webhooks?.endpoints.find(({ id }) => id === endpointId);
  if (!endpoint) return err('endpoint-unknown');
  await ensureEndpoints(ctx.db, [endpointId]);
  if ((await endedEndpoints(ctx.db)).has(endpointId)) return err('endpoint-ended');
  const of = {
    types: outboxTypesOf(endpoint.types),
    brands: ctx.webhooks?.brandsOf(endpointId) ?? [],
    now: ctx.clock.now(),
  };
  // `transaction` repeats it when it meets a dispatch of the same events.
  const count = await transaction(ctx.db, async (trx) => {
    const requeued = await requeueDeliveries(trx, endpointId, events, of);
    if (requeued > 0) await onWritten?.(trx, requeued);
    return requeued;
  });
  return 'eventId' in events && count === 0 ? err('event-unknown') : ok(count);
}
