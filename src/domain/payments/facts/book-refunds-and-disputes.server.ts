import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { transfersOfOrderOrMovements } from '../ledger/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import type { Movement } from '../ports/gateway.port.ts';
import type { OrderPaymentState } from '../booking/order-payment-state.server.ts';
import { recordRefundOrDispute } from '../booking/record-refund-or-dispute.server.ts';
import { updateDisputeDetails } from '../booking/refund-dispute.repository.server.ts';
import { recordDisputeWin } from '../booking/record-dispute-win.server.ts';
import { applyReturnedMoney } from './apply-returned-money.server.ts';

/**
 * Books refunds, disputes and won disputes of an attempt in the order of their times: won money may be disputed again.
 * Returns the order's payment state after that. The caller holds the order's lock and has applied the captures of the
 * same fact: `standing` is the state after them.
 */
export async function bookRefundsAndDisputes(
  ctx: PaymentsContext,
  trx: Db,
  attempt: AttemptRow,
  movements: readonly Movement[],
  standing: OrderPaymentState,
  now: Date,
): Promise<OrderPaymentState> {
  let last = standing;
  for (const movement of returnsByTime(movements)) {
    // Captures of the same fact have changed the order, and so has what went before.
    const order = await lockOrder(trx, attempt.order_id);
    if (!order) throw new Error(`No order ${attempt.order_id}`);
    const lines = await transfersOfOrderOrMovements(trx, order.id, attempt.gateway, [movement.id]);
    if (lines.some((line) => line.gateway === attempt.gateway && line.movementId === movement.id)) {
      await updateDisputeDetails(trx, attempt.gateway, movement);
      continue;
    }
    const booking = { order, attempt, movement, lines, now };
    if (isDisputeWin(movement)) await recordDisputeWin(ctx, trx, booking);
    else last = await applyReturnedMoney(ctx, trx, order, await recordRefundOrDispute(ctx, trx, booking), now);
  }
  return last;
}

function isDisputeWin({ kind }: Movement): boolean {
  return kind === 'chargeback-won';
}

/** In the order in which they happened: in the same moment money is lost before it is won. */
function returnsByTime(movements: readonly Movement[]): readonly Movement[] {
  return movements
    .filter(({ kind, amount }) => kind !== 'capture' && amount > 0n)
    .toSorted(
      (a, b) =>
        a.at.getTime() - b.at.getTime() ||
        Number(isDisputeWin(a)) - Number(isDisputeWin(b)) ||
        a.id.localeCompare(b.id),
    );
}
