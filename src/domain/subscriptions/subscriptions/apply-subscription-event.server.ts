import type { Updateable } from 'kysely';
import { later } from '#src/kernel/db/pipeline.server.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import { revokeSubscriptionAccess, restoreSubscriptionAccess } from '../../customers/access/index.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { recordSubscriptionEvent, type SubscriptionEventType } from '../../messaging/outbox/index.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { Subscription } from './subscription.types.ts';
import { nextSubscriptionState, type SubscriptionEvent, type SubscriptionState } from './subscription-states.ts';

/** What others are told of a state that a subscription came into; a term that was paid is told by its own event. */
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
 * The one door for the state of a subscription: locks its row, looks the event up in the table, and writes the state, its
 * times, a line of `subscription_events` and what others are told, in the transaction of the cause. A suspended or canceled
 * subscription has no access; payment opens it again. Null when there is no such subscription, or when the event cannot
 * happen in its state: then nothing is written. `details` is kept with the event and told (see `recordSubscriptionEvent`).
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
    await later(
      trx,
      trx
        .updateTable('subscriptions')
        .set(changeFor(before, state, now))
        .where('id', '=', id),
    );
    if (state === 'suspended' || state === 'canceled') await revokeSubscriptionAccess(trx, id, now);
    if (before.state === 'suspended' && state === 'active') await restoreSubscriptionAccess(trx, id, now);
  }
  await recordSubscriptionHistory(trx, { id, event, from: before.state, to: state, details, now });
  const outboxEvent = moved ? outboxEventOf[event] : undefined;
  if (outboxEvent) await recordSubscriptionEvent(trx, id, outboxEvent, now.toISOString(), details, now);
  return { before, state, moved };
}

/** Adds a line to the history of a subscription. */
export async function recordSubscriptionHistory(
  trx: Db,
  line: {
    readonly id: string;
    readonly event: string;
    readonly from: SubscriptionState | null;
    readonly to: SubscriptionState;
    readonly details?: JsonObject;
    readonly now: Date;
  },
): Promise<void> {
  await later(
    trx,
    trx.insertInto('subscription_events').values({
      subscription_id: line.id,
      event: line.event,
      from_state: line.from,
      to_state: line.to,
      details: JSON.stringify(line.details ?? {}),
      at: line.now,
    }),
  );
}

function changeFor(before: Subscription, state: SubscriptionState, now: Date): Updateable<Database['subscriptions']> {
  switch (state) {
    case 'past-due':
      return { state, past_due_since: before.pastDueSince ?? now };
    case 'suspended':
      return { state, suspended_at: now };
    case 'paused':
      return { state, paused_at: now, next_charge_on: null };
    case 'canceled':
      return { state, canceled_at: now, next_charge_on: null };
    case 'active':
      return { state, past_due_since: null, suspended_at: null, paused_at: null };
    case 'trialing':
      return { state };
  }
}
