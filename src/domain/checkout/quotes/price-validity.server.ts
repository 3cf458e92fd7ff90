import type { CheckoutContext } from '../context.server.ts';
import type { PricedOrder } from './quote.types.ts';

/** Until when the price of an order that waits to be paid holds; null when time does not end it, or the order is over. */
export function priceValidUntil(ctx: Pick<CheckoutContext, 'catalog'>, order: PricedOrder): Date | null {
  if (order.state !== 'open') return null;
  const { priceHoldsHours } = ctx.catalog.reminders(order.brand, order.variant);
  return new Date(order.createdAt.getTime() + priceHoldsHours * 3_600_000);
}

/** Whether the price of an order holds no more: its time has passed, and no money came for it or is `reserved`. */
export function isPriceExpired(
  ctx: Pick<CheckoutContext, 'catalog' | 'clock'>,
  order: PricedOrder,
  { reserved }: { readonly reserved: bigint },
): boolean {
  if (order.received + reserved > 0n || (order.holdExpiresAt ?? null) !== null) return false;
  const until = priceValidUntil(ctx, order);
  return until !== null && until <= ctx.clock.now();
}
