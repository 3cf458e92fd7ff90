import type { DomainContext } from '../context.server.ts';
import type { SubscriptionDesk } from '../subscriptions/index.ts';
import { renew } from './renew.server.ts';
import { upgrade } from './upgrade.server.ts';

/**
 * Who renews and changes subscriptions: the orders and bills of terms are `domain/renewals`', the subscription's own rows
 * `domain/subscriptions`'; here a buyer's wish is brought to them.
 */
export * from './index.ts';
export { expireUpgradeBills } from './give-up-upgrade.server.ts';
export { isPaidAhead } from './renew.server.ts';
export { sessionOfKey } from './session-of-key.server.ts';
export { isGoingOn, isOffered } from './upgrade.server.ts';

export function createSubscriptionDesk(ctx: DomainContext): Required<SubscriptionDesk> {
  return { renew: (wish) => renew(ctx, wish), upgrade: (wish) => upgrade(ctx, wish) };
}
