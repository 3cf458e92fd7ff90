import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { SalesContext } from '../context.server.ts';
import { copyLead } from '../../checkout/leads/index.server.ts';
import { lockOrder, type Order } from '../../orders/index.server.ts';
import { supersedeOpenAttempts } from '../../payments/index.server.ts';
import { copyUnit } from '../../checkout/test-locations/index.server.ts';
import { type CheckoutSession, openUpsellSession } from '../../checkout/sessions/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { sessionOfUpsell, writeDecision } from './upsell.repository.server.ts';
import type { UpsellFailure, UpsellOffer } from './upsell.types.ts';

/**
 * Accepts an offer after a paid order: a session of its own with the buyer's lead, in which the offer is priced and paid as a
 * second order. Accepted again, it is the same session; until something was ordered in it, it follows the current offer.
 */
export async function acceptUpsell(
  ctx: SalesContext,
  main: CheckoutSession,
  offer: UpsellOffer,
): Promise<Result<CheckoutSession, UpsellFailure>> {
  return inTransaction(ctx.db, async (trx) => {
    const order = await paidOrderOf(trx, main);
    if (!order) return err('order-not-paid');
    const { id: offerId, brand, variant, business, productCode, planId, basisPoints } = offer;
    const upsell = { orderId: order.id, offerId, planId, basisPoints };
    const session = await openUpsellSession(ctx, trx, main, { brand, variant, business, productCode, upsell });
    // The unit was chosen before: the buyer is not asked again.
    if (brand === main.brand) await copyUnit(trx, main.id, session.id);
    const leadId = session.leadId ?? (await copyLead(ctx, trx, order.leadId, session));
    const now = ctx.clock.now();
    await writeDecision(trx, order.id, { offerId, decision: 'accepted', sessionId: session.id, now });
    return ok({ ...session, leadId });
  });
}

/**
 * Declines an offer. An offer that was accepted before is given up: a code that still waits for its buyer is canceled. Refused
 * (`under-way`) when money has come for it or may be on its way.
 */
export async function declineUpsell(
  ctx: SalesContext,
  main: CheckoutSession,
  offerId: string,
): Promise<Result<null, UpsellFailure>> {
  return inTransaction(ctx.db, async (trx) => {
    const order = await paidOrderOf(trx, main);
    if (!order) return err('order-not-paid');
    const session = await sessionOfUpsell(trx, order.id, offerId);
    const ordered = session?.orderId ? await lockOrder(trx, session.orderId) : null;
    if (ordered && (ordered.received > 0n || !(await supersedeOpenAttempts(ctx, trx, ordered)).ok))
      return err('under-way');
    const now = ctx.clock.now();
    await writeDecision(trx, order.id, { offerId, decision: 'declined', sessionId: session?.id ?? null, now });
    return ok(null);
  });
}

async function paidOrderOf(trx: Db, { orderId }: CheckoutSession): Promise<Order | null> {
  const order = orderId === null ? null : await lockOrder(trx, orderId);
  return order?.state === 'paid' ? order : null;
}
