import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { PricedOrder, Quote } from './quote.types.ts';

export type QuoteRefusal =
  | { readonly code: 'quote-not-found' }
  /** `quote` is no longer valid; `requote` makes the one to show. */
  | { readonly code: 'quote-changed'; readonly quote: Quote };

/**
 * The quote that a payment names, if it is still valid: it belongs to the session (`quote` was found there), has not
 * expired, and the buyer was shown its price, or the total of the chosen `installments` with interest. `reserved`: of the
 * held order's price, by authorized parts.
 */
export function quoteForPayment(
  ctx: CheckoutContext,
  quote: Quote | null,
  held: PricedOrder | null,
  request: { readonly shownAmount?: bigint; readonly installments?: number; readonly reserved?: bigint },
): Result<Quote, QuoteRefusal> {
  if (!quote) return err({ code: 'quote-not-found' });
  const owed = held?.quoteId === quote.id ? held : null;
  // Money was received for another quote, whose price is frozen.
  const reserved = request.reserved ?? 0n;
  if (held && held.received + reserved > 0n && !owed) return err({ code: 'quote-changed', quote });
  // The price of an existing order is frozen: its quote is valid as long as the order.
  const holds = owed !== null || quote.expiresAt > ctx.clock.now();
  const prices = owed ? [owed.total - owed.received - reserved, owed.total - owed.received, owed.total] : [quote.total];
  const shown = request.shownAmount;
  const chosen = quote.installments.find(({ count }) => count === (request.installments ?? 1));
  const agrees = shown === undefined || prices.includes(shown) || chosen?.total === shown;
  return holds && agrees ? ok(quote) : err({ code: 'quote-changed', quote });
}

/** Until when the price of an unpaid order is valid; null for an order that is not open. */
export function priceValidUntil(ctx: Pick<CheckoutContext, 'catalog'>, order: PricedOrder): Date | null {
  if (order.state !== 'open') return null;
  const { priceHoldsHours } = ctx.catalog.reminders(order.brand, order.variant);
  return new Date(order.createdAt.getTime() + priceHoldsHours * 3_600_000);
}

/** Whether the price of an order expired: its time has passed, and no money was received for it or is `reserved`. */
export function isPriceExpired(
  ctx: Pick<CheckoutContext, 'catalog' | 'clock'>,
  order: PricedOrder,
  { reserved }: { readonly reserved: bigint },
): boolean {
  if (order.received + reserved > 0n || (order.holdExpiresAt ?? null) !== null) return false;
  const until = priceValidUntil(ctx, order);
  return until !== null && until <= ctx.clock.now();
}
