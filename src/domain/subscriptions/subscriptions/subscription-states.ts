import { assertStateTable } from '#src/kernel/result/state-table.ts';

/**
 * The life of a subscription:
 *
 * - `trialing`: free time, nothing was charged yet
 * - `active`: its term is paid for, or its next one is being charged in time
 * - `past-due`: a term was not paid for; the buyer still has access while it is tried again
 * - `paused`: nothing is charged until the buyer goes on; what was paid for may be used
 * - `suspended`: not paid for, and access is closed
 * - `canceled`: over, for good
 */
export const subscriptionStates = ['trialing', 'active', 'past-due', 'paused', 'suspended', 'canceled'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** What may happen to a subscription. `paid`: a term of it; `charge-failed`: the money of a term did not come. */
export const subscriptionEvents = ['paid', 'charge-failed', 'paused', 'resumed', 'suspended', 'canceled'] as const;
export type SubscriptionEvent = (typeof subscriptionEvents)[number];

/**
 * Where each event leads from each state; what is absent cannot happen there. Money that comes for one that is over pays
 * for its term and brings nothing back to life.
 */
export const subscriptionTransitions: Readonly<
  Record<SubscriptionState, Readonly<Partial<Record<SubscriptionEvent, SubscriptionState>>>>
> = {
  trialing: { paid: 'active', 'charge-failed': 'past-due', canceled: 'canceled' },
  active: { paid: 'active', 'charge-failed': 'past-due', paused: 'paused', canceled: 'canceled' },
  'past-due': { paid: 'active', 'charge-failed': 'past-due', suspended: 'suspended', canceled: 'canceled' },
  paused: { paid: 'active', resumed: 'active', canceled: 'canceled' },
  suspended: { paid: 'active', 'charge-failed': 'suspended', canceled: 'canceled' },
  canceled: { paid: 'canceled' },
};

/** The table as states alone. */
export const subscriptionStateTable: Readonly<Record<SubscriptionState, readonly SubscriptionState[]>> = {
  trialing: targets('trialing'),
  active: targets('active'),
  'past-due': targets('past-due'),
  paused: targets('paused'),
  suspended: targets('suspended'),
  canceled: targets('canceled'),
};

function targets(from: SubscriptionState): SubscriptionState[] {
  return Object.values(subscriptionTransitions[from]);
}

assertStateTable('subscription', 'trialing', subscriptionStateTable);

/** Where an event leads from a state; null when it cannot happen there. */
export function nextSubscriptionState(from: SubscriptionState, event: SubscriptionEvent): SubscriptionState | null {
  return subscriptionTransitions[from][event] ?? null;
}
