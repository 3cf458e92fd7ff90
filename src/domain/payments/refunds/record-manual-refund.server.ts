import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { PaymentsContext } from '../context.server.ts';
import { accounts, recordTransfers, type Transfer, transfersOfOrder } from '../ledger/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { allocateReturnedMoney } from '../booking/allocate-returned-money.ts';
import { attemptById, currencyOf } from '../attempts/attempt.repository.server.ts';
import { mayRefundPart } from '../booking/disputed-part.server.ts';
import { netCaptured } from '../booking/net-captured.ts';
import { applyReturnedMoney } from '../facts/apply-returned-money.server.ts';

/** Stands in the books where a company's name would: the school paid it from its own account. */
export const manualGateway = 'by-hand';

/**
 * `not-by-hand`: it is not a person's to do. `reference-used`: the payment of that name paid another part. `refund-disputed`: a dispute
 * holds its money.
 */
export type ManualRefundFailure = 'part-not-found' | 'not-by-hand' | 'reference-used' | 'refund-disputed';

/**
 * Books that a person paid a part of a refund out of the school's own account, by the bank's name of that payment. The
 * company that took the money still holds it, so its account in the books stays as it is. The same again changes nothing;
 * an order of which nothing is left is refunded.
 */
export async function recordManualRefund(
  ctx: PaymentsContext,
  partId: string,
  reference: string,
): Promise<Result<{ readonly orderId: string }, ManualRefundFailure>> {
  const done = await inTransaction<{ readonly orderId: string }, ManualRefundFailure>(ctx.db, async (trx) => {
    const named = await trx.selectFrom('refund_parts').select('order_id').where('id', '=', partId).executeTakeFirst();
    const order = named ? await lockOrder(trx, named.order_id) : null;
    const part = order
      ? await trx.selectFrom('refund_parts').selectAll().where('id', '=', partId).executeTakeFirst()
      : undefined;
    const attempt = part ? await attemptById(trx, part.attempt_id) : null;
    if (!order || !part || !attempt) return err('part-not-found');
    if (part.state === 'done') return part.movement_id === reference ? ok({ orderId: order.id }) : err('not-by-hand');
    if (part.state === 'disputed') return err('refund-disputed');
    if (part.state !== 'by-hand') return err('not-by-hand');
    const booked = await transfersOfOrder(trx, order.id);
    if (!(await mayRefundPart(trx, part, booked))) return err('refund-disputed');
    const now = ctx.clock.now();
    const currency = currencyOf(attempt);
    const written = await trx
      .insertInto('refunds')
      .values({
        id: `ref_${part.id}`,
        gateway: manualGateway,
        movement_id: reference,
        order_id: order.id,
        attempt_id: attempt.id,
        amount: part.amount,
        currency,
        occurred_at: now,
        recorded_at: now,
      })
      .onConflict((conflict) => conflict.columns(['gateway', 'movement_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!written) return err('reference-used');
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
    await trx
      .updateTable('refund_parts')
      .set({ state: 'done', movement_id: reference, ended_at: now })
      .where('id', '=', part.id)
      .execute();
    await applyReturnedMoney(ctx, trx, order, parts.principal, now);
    ctx.log.info('refund-done', { orderId: order.id, attemptId: attempt.id });
    return ok({ orderId: order.id });
  });
  if (done.ok) ctx.signals.orderChanged(done.value.orderId);
  return done;
}
