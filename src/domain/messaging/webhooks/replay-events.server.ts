import { sql } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { MessagingContext } from '../context.server.ts';
import { ensureEndpoints } from './endpoint.repository.server.ts';
import { deliverySubject } from './delivery-subject.server.ts';
import { outboxTypesOf } from './webhook-event-types.ts';

/** What is sent again: one event, or all of a span of time (`from` is in it, `to` is not). */
export type ReplayRequest =
  | { readonly eventId: bigint }
  | { readonly from: Date; readonly to: Date; readonly onlyMissed: boolean };

export type ReplayError = 'endpoint-unknown' | 'event-unknown' | 'endpoint-ended';

/**
 * Sends events to an endpoint again, each under the id that it always had, with a whole schedule of tries before it.
 * `onlyMissed` leaves out what arrived. What is sent again comes when the operator wants it, in its order among what waits, and
 * whatever of the same subject has arrived. Events from before the endpoint was there are sent as well. Returns how many.
 */
export async function replayEvents(
  ctx: MessagingContext,
  endpointId: string,
  request: ReplayRequest,
): Promise<Result<number, ReplayError>> {
  const endpoint = ctx.webhooks?.endpoints.find(({ id }) => id === endpointId);
  if (!endpoint) return err('endpoint-unknown');
  await ensureEndpoints(ctx.db, [endpointId]);
  const row = await ctx.db
    .selectFrom('webhook_endpoints')
    .select('ended_at')
    .where('id', '=', endpointId)
    .executeTakeFirstOrThrow();
  if (row.ended_at !== null) return err('endpoint-ended');
  const now = ctx.clock.now();
  const brands = ctx.webhooks?.brandsOf(endpointId) ?? [];
  // Repeated when it meets whoever writes the same events into the lists at this moment.
  const done = await transaction(ctx.db, (trx) =>
    trx
      .with('wanted', (part) => {
        const events = part
          .selectFrom('outbox_events as event')
          .leftJoin('orders', 'orders.id', 'event.order_id')
          .leftJoin('subscriptions as charged', 'charged.id', 'orders.subscription_id')
          .leftJoin('subscriptions', 'subscriptions.id', 'event.subscription_id')
          .leftJoin('leads', 'leads.id', 'event.lead_id')
          .leftJoin('checkout_sessions', 'checkout_sessions.id', 'leads.session_id')
          .select((eb) => ['event.id', deliverySubject(eb.fn).as('subject')])
          .where('event.type', 'in', outboxTypesOf(endpoint.types))
          .where((eb) => {
            const brand = eb.fn.coalesce('orders.brand', 'subscriptions.brand', 'leads.brand');
            const variant = eb.fn.coalesce('orders.variant', 'subscriptions.variant', 'checkout_sessions.variant');
            const spelled = sql<string>`${brand} || coalesce('.' || ${variant}, '')`;
            return sql<boolean>`${spelled} = any(${brands})`;
          });
        return 'eventId' in request
          ? events.where('event.id', '=', request.eventId)
          : events.where('event.created_at', '>=', request.from).where('event.created_at', '<', request.to);
      })
      .insertInto('webhook_deliveries')
      .columns(['endpoint_id', 'event_id', 'subject', 'state', 'next_try_at', 'created_at', 'replayed_at'])
      .expression((eb) =>
        eb
          .selectFrom('wanted')
          .select([
            sql<string>`${endpointId}::text`.as('endpoint_id'),
            'wanted.id',
            'wanted.subject',
            sql<string>`'waiting'`.as('state'),
            sql<Date>`${now}::timestamptz`.as('next_try_at'),
            sql<Date>`${now}::timestamptz`.as('created_at'),
            sql<Date>`${now}::timestamptz`.as('replayed_at'),
          ])
          // In the order in which arrivals are noted.
          .orderBy('wanted.id'),
      )
      .onConflict((conflict) => {
        const again = conflict.columns(['endpoint_id', 'event_id']).doUpdateSet((eb) => ({
          ...{ state: 'waiting', next_try_at: now, round_tries: 0, replayed_at: now },
          subject: eb.ref('excluded.subject'),
        }));
        const isMissedOnly = !('eventId' in request) && request.onlyMissed;
        return isMissedOnly ? again.where('webhook_deliveries.state', '<>', 'delivered') : again;
      })
      .returning('event_id')
      .execute(),
  );
  return 'eventId' in request && done.length === 0 ? err('event-unknown') : ok(done.length);
}
