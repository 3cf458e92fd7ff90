import { transaction } from '#src/kernel/db/transaction.server.ts';
import { unreportedPurchases } from '../../orders/index.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { attemptsToVoid } from '../attempts/attempt-search.repository.server.ts';
import { handOverSurpluses, surplusesToRefund } from '../booking/reconciliation-exception.repository.server.ts';
import { handOverRefundParts, refundPartsToRetry } from '../booking/refund.repository.server.ts';
import { closeExpiredDisputes } from '../refunds/close-dispute.server.ts';

/** The queue retries a job for an hour and a half at most; work that is owed after this was given up by it. */
const queueSeconds = 2 * 3600;
/**
 * After so long a retry will not help: an operator is needed, and analytics takes no older event (GA4 Measurement
 * Protocol, `timestamp_micros`: 72 hours).
 */
const handOverAfterSeconds = 3 * 86_400;

/**
 * Sends the jobs of owed work whose job gave up or was lost: voids, surplus and parts of refunds, sale reports. All of
 * them may run twice. Returns how many were sent.
 */
export async function requeueStuckWork(ctx: PaymentsContext): Promise<number> {
  const now = ctx.clock.now().getTime();
  const before = new Date(now - queueSeconds * 1000);
  const since = new Date(now - handOverAfterSeconds * 1000);
  await handOverToStaff(ctx, since);
  await closeExpiredDisputes(ctx);
  const [voids, surpluses, parts, purchases] = await Promise.all([
    attemptsToVoid(ctx.db, before),
    surplusesToRefund(ctx.db, before),
    refundPartsToRetry(ctx.db, before),
    unreportedPurchases(ctx, since, before),
  ]);
  for (const attemptId of voids) await ctx.jobs.send(ctx.db, 'void-attempt', { attemptId });
  for (const exceptionId of surpluses) await ctx.jobs.send(ctx.db, 'refund-surplus', { exceptionId });
  for (const partId of parts) await ctx.jobs.send(ctx.db, 'refund-part', { partId });
  for (const orderId of purchases) await ctx.jobs.send(ctx.db, 'report-sale', { orderId, event: 'purchase' });
  return voids.length + surpluses.length + parts.length + purchases.length;
}

/** Turns what a gateway has not refunded in this time into manual refunds, and asks the buyers for an account. */
async function handOverToStaff(ctx: PaymentsContext, since: Date): Promise<void> {
  await transaction(ctx.db, async (trx) => {
    for (const { id, attemptId, orderId } of await handOverSurpluses(trx, since)) {
      await queueEmail(ctx, trx, orderId, 'payout-account-wanted', id);
      ctx.log.error('surplus-needs-staff', { attemptId, orderId });
    }
    for (const { id, attemptId, orderId } of await handOverRefundParts(trx, since)) {
      await queueEmail(ctx, trx, orderId, 'payout-account-wanted', id);
      ctx.log.error('refund-needs-staff', { attemptId, orderId });
    }
  });
}
