import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { OnWritten } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { accounts, recordTransfers } from '../ledger/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { attemptById } from '../attempts/attempt.repository.server.ts';
import { exceptionOfKind, setResolver } from '../booking/exception-task.repository.server.ts';
import { insertManualRefund } from '../booking/refund-part.repository.server.ts';
import { manualGateway, type ManualRefundFailure } from './record-manual-refund.server.ts';
import { resolveSurplus } from '../booking/resolve-surplus.server.ts';

/**
 * Books a surplus that was refunded from the school's own account, by the bank's reference of that payment. The gateway still
 * holds the captured money, so its account in the ledger stays as it is. The same call again changes nothing.
 */
export async function recordManualSurplusRefund(
  ctx: PaymentsContext,
  exceptionId: string,
  { reference, by }: { readonly reference: string; readonly by: string },
  onWritten?: OnWritten,
): Promise<Result<{ readonly orderId: string }, ManualRefundFailure>> {
  const done = await inTransaction<{ readonly orderId: string }, ManualRefundFailure>(ctx.db, async (trx) => {
    const named = await exceptionOfKind(trx, exceptionId, 'surplus');
    const order = named ? await lockOrder(trx, named.order_id) : null;
    const row = order ? await exceptionOfKind(trx, exceptionId, 'surplus') : null;
    if (!order || !row) return err('part-not-found');
    const { attempt_id: attemptId, amount, currency, movement_id: movementId } = row;
    if (row.state === 'resolved')
      return row.resolved_by !== null && row.refund_reference === reference
        ? ok({ orderId: order.id })
        : err('not-by-hand');
    if (row.task !== 'give-back-by-hand') return err('not-by-hand');
    const now = ctx.clock.now();
    const attempt = await attemptById(trx, attemptId);
    if (!attempt) throw new Error(`There is no attempt ${attemptId}`);
    const whose = { gateway: manualGateway, orderId: order.id, attemptId };
    if (!(await insertManualRefund(trx, { id: `ref_${row.id}`, ...whose, reference, amount, currency }, now)))
      return err('reference-used');
    const line = {
      ...{ kind: 'refund-surplus' as const, ...whose, movementId: reference },
      ...{ debit: accounts.surplus(order.brand), credit: accounts.paidOut(order.brand) },
      ...{ amount, currency, occurredAt: now },
    };
    await recordTransfers(trx, [line], now);
    await resolveSurplus(trx, order.id, { id: row.id, amount, currency }, reference, now);
    await setResolver(trx, row.id, by, reference);
    await onWritten?.(trx);
    const { gateway } = attempt;
    ctx.log.info('surplus-refunded-manually', { orderId: order.id, attemptId, gateway, movementId });
    return ok({ orderId: order.id });
  });
  if (done.ok) ctx.signals.orderChanged(done.value.orderId);
  return done;
}
