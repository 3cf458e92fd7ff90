import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { PaymentsContext } from '../context.server.ts';
import { accounts, recordTransfers } from '../ledger/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { manualGateway, type ManualRefundFailure } from './record-manual-refund.server.ts';
import { resolveSurplus } from '../booking/resolve-surplus.server.ts';

/**
 * Books that a person returned a surplus out of the school's own account, by the bank's name of that payment. The company
 * that took the money still holds it, so its account in the books stays as it is. The same again changes nothing.
 */
export async function recordManualSurplusRefund(
  ctx: PaymentsContext,
  exceptionId: string,
  { reference, by }: { readonly reference: string; readonly by: string },
): Promise<Result<{ readonly orderId: string }, ManualRefundFailure>> {
  const done = await inTransaction<{ readonly orderId: string }, ManualRefundFailure>(ctx.db, async (trx) => {
    const of = trx
      .selectFrom('reconciliation_exceptions')
      .selectAll()
      .where('id', '=', exceptionId)
      .where('kind', '=', 'surplus');
    const named = await of.executeTakeFirst();
    const order = named ? await lockOrder(trx, named.order_id) : null;
    const row = order ? await of.executeTakeFirst() : undefined;
    if (!order || !row) return err('part-not-found');
    const { attempt_id: attemptId, amount, movement_id: movementId } = row;
    if (row.state === 'resolved')
      return row.resolved_by !== null && row.refund_reference === reference
        ? ok({ orderId: order.id })
        : err('not-by-hand');
    if (row.task !== 'give-back-by-hand') return err('not-by-hand');
    const now = ctx.clock.now();
    const currency = row.currency as Currency;
    const { gateway } = await trx
      .selectFrom('attempts')
      .select('gateway')
      .where('id', '=', attemptId)
      .executeTakeFirstOrThrow();
    const written = await trx
      .insertInto('refunds')
      .values({
        ...{
          id: `ref_${row.id}`,
          gateway: manualGateway,
          movement_id: reference,
          order_id: order.id,
          attempt_id: attemptId,
        },
        ...{ amount, currency, occurred_at: now, recorded_at: now },
      })
      .onConflict((conflict) => conflict.columns(['gateway', 'movement_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!written) return err('reference-used');
    const line = {
      ...{
        kind: 'refund-surplus' as const,
        gateway: manualGateway,
        movementId: reference,
        orderId: order.id,
        attemptId,
      },
      ...{ debit: accounts.surplus(order.brand), credit: accounts.paidOut(order.brand) },
      ...{ amount, currency, occurredAt: now },
    };
    await recordTransfers(trx, [line], now);
    await resolveSurplus(trx, order.id, { id: row.id, amount, currency }, reference, now);
    await trx
      .updateTable('reconciliation_exceptions')
      .set({ resolved_by: by, reference })
      .where('id', '=', row.id)
      .execute();
    ctx.log.info('surplus-refunded-manually', { orderId: order.id, attemptId, gateway, movementId });
    return ok({ orderId: order.id });
  });
  if (done.ok) ctx.signals.orderChanged(done.value.orderId);
  return done;
}
