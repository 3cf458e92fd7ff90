import type { SubscriptionsContext } from '../context.server.ts';
import type { SubscriptionService } from '../subscriptions/index.ts';
import { renew } from './renew.server.ts';
import { upgrade } from './upgrade.server.ts';

/**
 * Who renews and changes subscriptions: the orders and bills of terms are `domain/renewals`', the subscription's own rows
 * `domain/subscriptions`'; here a buyer's wish is brought to them.
 */
export * from './index.ts';
export { expireUpgradeInvoices } from './cancel-upgrade.server.ts';
export { isPrepaid } from './renew.server.ts';
export { sessionOfIdempotencyKey } from './session-of-idempotency-key.server.ts';
export { isChangeable, isPlanOffered } from './upgrade.server.ts';

export function createSubscriptionService(ctx: SubscriptionsContext): Required<SubscriptionService> {
  return { renew: (request) => renew(ctx, request), upgrade: (request) => upgrade(ctx, request) };
}
