import type { SubscriptionsContext } from '../context.server.ts';
import type { SubscriptionService } from '../subscriptions/index.ts';
import { renew } from './renew.server.ts';
import { upgrade } from './upgrade.server.ts';

/** Renewals and plan changes that a buyer asks for. */
export * from './index.ts';
export { expireUpgradeInvoices } from './cancel-upgrade.server.ts';
export { isPrepaid } from './renew.server.ts';
export { sessionOfIdempotencyKey } from '../invoices/index.server.ts';
export { isChangeable, isPlanOffered } from './upgrade.server.ts';

export function createSubscriptionService(ctx: SubscriptionsContext): Required<SubscriptionService> {
  return { renew: (request) => renew(ctx, request), upgrade: (request) => upgrade(ctx, request) };
}
