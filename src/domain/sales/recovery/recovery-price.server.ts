import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { SalesContext } from '../context.server.ts';
import type { Quote } from '../../checkout/quotes/index.ts';
import { currentQuote, latestQuote, priceValidUntil, quoteById } from '../../checkout/quotes/index.server.ts';
import type { Recovery } from './recovery.repository.server.ts';

/** The price of resuming a purchase. Amounts are minor units. */
export type RecoveryPrice =
  /** The price of the order; `until` null: it is valid as long as the order, because a part of it is paid. */
  | { readonly kind: 'frozen'; readonly quote: Quote; readonly until: Date | null }
  /** Today's price; `before` is what the buyer saw last, null when they saw none. */
  | { readonly kind: 'today'; readonly quote: Quote; readonly before: bigint | null };

/** The order's price while it is valid, else today's. `sold-out`, `not-sold`: it is no longer sold. */
export async function recoveryPrice(
  ctx: SalesContext,
  { session, view }: Pick<Recovery, 'session' | 'view'>,
): Promise<Result<RecoveryPrice, 'sold-out' | 'not-sold'>> {
  const order = view?.order ?? null;
  const old = order ? await quoteById(ctx.db, session.id, order.quoteId) : await latestQuote(ctx.db, session.id);
  if (order && old) {
    const until = priceValidUntil(ctx, order);
    if (until !== null && until > ctx.clock.now()) return ok({ kind: 'frozen', quote: old, until });
    if (order.state === 'partly-paid' || order.holdExpiresAt) return ok({ kind: 'frozen', quote: old, until: null });
  }
  const today = await currentQuote(ctx, session, old ? { planId: old.planId } : {});
  if (!today.ok) return err(today.error.code === 'tickets-sold-out' ? 'sold-out' : 'not-sold');
  return ok({ kind: 'today', quote: today.value, before: old?.total ?? null });
}
