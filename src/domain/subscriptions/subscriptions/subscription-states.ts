import { assertStateTable } from '#src/kernel/result/state-table.ts';

/**
 * The life of a subscription:
 *
 * - `trialing`: in its trial, nothing was charged yet
 * - `active`: its billing period is paid for, or the next one is being charged in time
 * - `past-due`: a billing period was not paid for; the buyer still has access while the charge is retried
 * - `paused`: nothing is charged until the buyer resumes; what was paid for may be used
 * - `suspended`: not paid for, and access is closed
 * - `canceled`: over, for good
 */
export const subscriptionStates = ['trialing', 'active', 'past-due', 'paused', 'suspended', 'canceled'] as const;
export type SubscriptionState = (typeof subscriptionStates)[number];

/** Events of a subscription. `paid`: a billing period of it; `charge-failed`: the charge of a billing period failed. */
export const subscriptionEvents = ['paid', 'charge-failed', 'paused', 'resumed', 'suspended', 'canceled'] as const;
export type SubscriptionEvent = (typeof subscriptionEvents)[number];

/**
 * The state after each event in each state; what is absent is not possible there. Money that comes for a canceled one pays for
 * its billing period and does not reactivate it.
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

assertStateTable('trialing', subscriptionStateTable);

/** The state after an event in a state; null when the event is not possible there. */
export function nextSubscriptionState(from: SubscriptionState, event: SubscriptionEvent): SubscriptionState | null {
  return subscriptionTransitions[from][event] ?? null;
}
