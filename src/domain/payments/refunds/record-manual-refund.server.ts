import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { OnWritten } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { accounts, recordTransfers, type Transfer, transfersOfOrder } from '../ledger/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { allocateReturnedMoney, netCaptured } from '../booking/returned-money.ts';
import { attemptById } from '../attempts/attempt.repository.server.ts';
import { mayRefundPart } from '../booking/disputed-part.server.ts';
import { insertManualRefund, markPartRefunded, refundPartById } from '../booking/refund-part.repository.server.ts';
import { applyReturnedMoney } from '../facts/apply-returned-money.server.ts';

/** The gateway of ledger lines of money that the school paid from its own account. */
export const manualGateway = 'by-hand';

/**
 * `not-by-hand`: it is no manual refund. `reference-used`: another refund has that reference. `refund-disputed`: a dispute holds
 * its money.
 */
export type ManualRefundFailure = 'part-not-found' | 'not-by-hand' | 'reference-used' | 'refund-disputed';

/**
 * Books a part of a refund that was paid from the school's own account, by the bank's reference of that payment. The gateway
 * still holds the captured money, so its account in the ledger stays as it is. The same call again changes nothing; an order of
 * which nothing is left becomes `refunded`.
 */
export async function recordManualRefund(
  ctx: PaymentsContext,
  partId: string,
  reference: string,
  onWritten?: OnWritten,
): Promise<Result<{ readonly orderId: string }, ManualRefundFailure>> {
  const done = await inTransaction<{ readonly orderId: string }, ManualRefundFailure>(ctx.db, async (trx) => {
    const named = await refundPartById(trx, partId);
    const order = named ? await lockOrder(trx, named.order_id) : null;
    const part = order ? await refundPartById(trx, partId) : null;
    const attempt = part ? await attemptById(trx, part.attempt_id) : null;
    if (!order || !part || !attempt) return err('part-not-found');
    if (part.state === 'done') return part.movement_id === reference ? ok({ orderId: order.id }) : err('not-by-hand');
    if (part.state === 'disputed') return err('refund-disputed');
    if (part.state !== 'by-hand') return err('not-by-hand');
    const booked = await transfersOfOrder(trx, order.id);
    if (!(await mayRefundPart(trx, part, booked))) return err('refund-disputed');
    const now = ctx.clock.now();
    const currency = attempt.currency;
    const id = `ref_${part.id}`;
    const whose = { gateway: manualGateway, reference, orderId: order.id, attemptId: attempt.id };
    if (!(await insertManualRefund(trx, { id, ...whose, amount: part.amount, currency }, now)))
      return err('reference-used');
    const parts = allocateReturnedMoney(part.amount, netCaptured(attempt, booked));
    const line = {
      gateway: manualGateway,
      movementId: reference,
      orderId: order.id,
      attemptId: attempt.id,
      credit: accounts.paidOut(order.brand),
      currency,
      occurredAt: now,
    };
    const lines: readonly Transfer[] = [
      { ...line, kind: 'refund-principal', debit: accounts.sales(order.brand), amount: parts.principal },
      { ...line, kind: 'refund-interest', debit: accounts.financing(order.brand), amount: parts.interest },
      { ...line, kind: 'refund-late-fee', debit: accounts.lateFees(order.brand), amount: parts.late },
      { ...line, kind: 'refund-excess', debit: accounts.losses(order.brand), amount: parts.excess },
    ];
    await recordTransfers(
      trx,
      lines.filter(({ amount }) => amount > 0n),
      now,
    );
    await markPartRefunded(trx, part.id, reference, now);
    await applyReturnedMoney(ctx, trx, order, parts.principal, now);
    await onWritten?.(trx);
    ctx.log.info('refund-done', { orderId: order.id, attemptId: attempt.id });
    return ok({ orderId: order.id });
  });
  if (done.ok) ctx.signals.orderChanged(done.value.orderId);
  return done;
}
