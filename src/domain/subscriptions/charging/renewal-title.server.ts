import type { SubscriptionsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';

/** What the bill and the buyer's bank call a renewal. */
export function renewalTitle(ctx: SubscriptionsContext, { brand, variant, productCode }: Order): string {
  return ctx.catalog.product(brand, variant, productCode)?.title ?? productCode;
}
