import type { JsonObject } from '#src/kernel/json/json.ts';
import { revokeSubscriptionAccess, restoreSubscriptionAccess } from '../../customers/access/index.server.ts';
import type { Db } from '../../base-context.server.ts';
import { recordSubscriptionEvent, type SubscriptionEventType } from '../../messaging/outbox/index.server.ts';
import { recordSubscriptionHistory, setSubscriptionState } from './subscription-changes.repository.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { Subscription } from './subscription.types.ts';
import { nextSubscriptionState, type SubscriptionEvent, type SubscriptionState } from './subscription-states.ts';

/** The outbox event of a state that a subscription comes into; a paid billing period has an event of its own. */
const outboxEventOf: Readonly<Partial<Record<SubscriptionEvent, SubscriptionEventType>>> = {
  'charge-failed': 'subscription-past-due',
  paused: 'subscription-paused',
  resumed: 'subscription-resumed',
  suspended: 'subscription-suspended',
  canceled: 'subscription-canceled',
};

export interface SubscriptionTransition {
  readonly before: Subscription;
  readonly state: SubscriptionState;
  /** The event led to another state. */
  readonly moved: boolean;
}

/**
 * The only function that changes the state of a subscription: locks its row, looks the event up in the table of states, and
 * writes the state, its times, its history and the outbox event, in the transaction of the cause. A suspended or canceled
 * subscription has no access; a payment restores it. Null when there is no such subscription, or when the event is not
 * possible in its state: then nothing is written. `details` is kept with both events (see `recordSubscriptionEvent`).
 */
export async function applySubscriptionEvent(
  trx: Db,
  id: string,
  event: SubscriptionEvent,
  now: Date,
  details: JsonObject = {},
): Promise<SubscriptionTransition | null> {
  const before = await lockSubscription(trx, id);
  const state = before && nextSubscriptionState(before.state, event);
  if (!before || !state) return null;
  const moved = state !== before.state;
  if (moved) {
    await setSubscriptionState(trx, before, state, now);
    if (state === 'suspended' || state === 'canceled') await revokeSubscriptionAccess(trx, id, state, now);
    if (before.state === 'suspended' && state === 'active') await restoreSubscriptionAccess(trx, id, now);
  }
  await recordSubscriptionHistory(trx, { id, event, from: before.state, to: state, details, now });
  const outboxEvent = moved ? outboxEventOf[event] : undefined;
  if (outboxEvent) await recordSubscriptionEvent(trx, id, outboxEvent, now.toISOString(), details, now);
  return { before, state, moved };
}
