import type { DomainContext } from '../context.server.ts';
import type { Order } from '../orders/index.ts';

/** Until when the price of an order that waits to be paid holds; null when time does not end it, or the order is over. */
export function priceHoldsUntil(ctx: Pick<DomainContext, 'catalog'>, order: Order): Date | null {
  if (order.state !== 'open') return null;
  const { priceHoldsHours } = ctx.catalog.reminders(order.brand, order.variant);
  return new Date(order.createdAt.getTime() + priceHoldsHours * 3_600_000);
}

/** Whether the price of an order holds no more: its time has passed, and no money came for it or is `reserved`. */
export function isPriceOver(
  ctx: Pick<DomainContext, 'catalog' | 'clock'>,
  order: Order,
  { reserved }: { readonly reserved: bigint },
): boolean {
  if (order.received + reserved > 0n || (order.rescueUntil ?? null) !== null) return false;
  const until = priceHoldsUntil(ctx, order);
  return until !== null && until <= ctx.clock.now();
}
