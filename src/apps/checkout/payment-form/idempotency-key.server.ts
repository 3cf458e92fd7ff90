import { createHash } from 'node:crypto';
import type { OrderView } from '#src/domain/orders/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';

/**
 * The idempotency key of the next attempt: the same for every copy of the page (two tabs, Back, a reload), another one
 * after an attempt. Derived, so that nothing is stored before the payment.
 */
export function idempotencyKeyOf(session: Pick<CheckoutSession, 'id'>, view: OrderView | null): string {
  const parts = [session.id, view?.order.id ?? 'first', String(view?.attempts.length ?? 0)];
  return createHash('sha256').update(parts.join('/')).digest('base64url').slice(0, 32);
}
