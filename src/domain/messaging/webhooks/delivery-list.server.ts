import type { MessagingContext } from '../context.server.ts';
import { messageId } from './build-webhook.server.ts';
import { type WebhookEventType, webhookEventTypeOf } from './webhook-event-types.ts';

export const deliveryStates = ['waiting', 'delivered', 'given-up', 'ended'] as const;
export type DeliveryState = (typeof deliveryStates)[number];

/** One event on its way to one endpoint. Times are UTC instants. */
export interface DeliveryView {
  /** Ours, for a replay; a receiver knows the message by `messageId`. */
  readonly eventId: bigint;
  readonly messageId: string;
  readonly type: WebhookEventType;
  readonly at: Date;
  readonly state: DeliveryState;
  readonly tries: number;
  readonly nextTryAt: Date | null;
  readonly lastStatus: number | null;
  readonly lastFailure: string | null;
  readonly deliveredAt: Date | null;
}

/** An endpoint's deliveries, newest first, from before an event's number on. */
export async function deliveriesOf(
  ctx: MessagingContext,
  endpointId: string,
  options: { readonly state?: DeliveryState; readonly before?: bigint; readonly limit: number },
): Promise<DeliveryView[]> {
  let query = ctx.db
    .selectFrom('webhook_deliveries as delivery')
    .innerJoin('outbox_events as event', 'event.id', 'delivery.event_id')
    .selectAll('delivery')
    .select(['event.type', 'event.created_at as at'])
    .where('delivery.endpoint_id', '=', endpointId)
    .orderBy('delivery.event_id', 'desc')
    .limit(options.limit);
  if (options.state) query = query.where('delivery.state', '=', options.state);
  if (options.before !== undefined) query = query.where('delivery.event_id', '<', options.before);
  return (await query.execute()).flatMap((row) => {
    const type = webhookEventTypeOf(row.type);
    const state = deliveryStates.find((one) => one === row.state);
    if (type === null || state === undefined) return [];
    return {
      eventId: row.event_id,
      messageId: messageId({ id: row.event_id, at: row.at }),
      type,
      at: row.at,
      state,
      tries: row.tries,
      nextTryAt: row.next_try_at,
      lastStatus: row.last_status,
      lastFailure: row.last_failure,
      deliveredAt: row.delivered_at,
    };
  });
}
