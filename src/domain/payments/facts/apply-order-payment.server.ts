import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { type Order, setOrderReceived } from '../../orders/index.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import type { AttemptState } from '../ports/attempt-states.ts';
import type { GatewayFact } from '../ports/gateway.port.ts';
import { cancelOpenAttempts } from '../attempts/cancel-attempt.server.ts';
import { isInPreparation } from '../attempts/next-check.ts';
import { type OrderPaymentState, stateAfterPayment } from '../booking/order-payment-state.server.ts';
import type { CaptureOutcome } from '../booking/record-captures.server.ts';
import { insertExceptionOnce, resolveShortfalls } from '../booking/reconciliation-exception.repository.server.ts';

interface OrderPayment {
  readonly order: Order;
  readonly attempt: AttemptRow;
  /** New captures of this fact; null when there are none. */
  readonly money: CaptureOutcome | null;
  readonly state: AttemptState;
  readonly moved: boolean;
  readonly fact: GatewayFact;
  readonly now: Date;
}

/**
 * Applies an attempt's money to its order and writes what follows. Returns the order's payment state after that. The
 * caller holds the order's lock.
 */
export async function applyOrderPayment(
  ctx: PaymentsContext,
  trx: Db,
  orderPayment: OrderPayment,
): Promise<OrderPaymentState> {
  const { order, money, now } = orderPayment;
  let standing: OrderPaymentState = order;
  if (money) {
    // Money that is no part of the price leaves the state and what is missing as they were: an order that was undone
    // stays so, whatever it had received.
    const isNearer = money.orderReceived > order.received;
    const state = isNearer ? stateAfterPayment(order.state, order.total, money.orderReceived) : order.state;
    standing = { state, received: money.orderReceived };
    const paidAt = state === 'paid' && order.state !== 'paid' ? { paidAt: now } : {};
    await setOrderReceived(trx, order.id, { ...standing, ...paidAt });
    if (state === 'paid' && order.state !== 'paid') await onOrderPaid(ctx, trx, order, now);
    // The split plan holds what is missing beside other parts.
    if (state === 'partly-paid' && isNearer && orderPayment.attempt.part === null)
      await requestRemainder(ctx, trx, orderPayment, money.orderReceived);
    for (const exceptionId of money.surplusExceptionIds)
      await queueEmail(ctx, trx, order.id, 'surplus-returned', exceptionId);
    if (state === 'paid') await cancelRemainingAttempts(ctx, trx, orderPayment);
  }
  await sendInstructions(ctx, trx, orderPayment);
  return standing;
}

/** The buyer has paid: what follows, each once per order. */
export async function onOrderPaid(ctx: PaymentsContext, trx: Db, order: Order, now: Date): Promise<void> {
  for (const handle of ctx.handlers.onOrderPaid) await handle(ctx, trx, order, now);
}

/** Opens an exception for the missing amount, and e-mails the buyer about it. */
async function requestRemainder(
  ctx: PaymentsContext,
  trx: Db,
  { order, attempt, now }: OrderPayment,
  received: bigint,
): Promise<void> {
  await endEarlierShortfalls(trx, order, now);
  const { id: orderId, currency } = order;
  const missing = { orderId, attemptId: attempt.id, currency, amount: order.total - received };
  const movementId = `received-${received}`;
  await insertExceptionOnce(trx, { ...missing, movementId, kind: 'underpaid', task: 'collect-or-refund' }, now);
  await queueEmail(ctx, trx, order.id, 'order-underpaid', String(received));
}

/** Cancels the codes and slips of a paid order that are still open. */
async function cancelRemainingAttempts(ctx: PaymentsContext, trx: Db, { order, attempt }: OrderPayment): Promise<void> {
  await cancelOpenAttempts(ctx, trx, order.id, attempt.id);
  await endEarlierShortfalls(trx, order, ctx.clock.now());
}

/** Only money that came before has left a shortfall behind. */
async function endEarlierShortfalls(trx: Db, order: Order, now: Date): Promise<void> {
  if (order.received > 0n) await resolveShortfalls(trx, order.id, now);
}

/** Instructions by e-mail for rails whose buyer pays somewhere else, later: once they can be used. */
async function sendInstructions(ctx: PaymentsContext, trx: Db, orderPayment: OrderPayment): Promise<void> {
  const { attempt, order, state, moved, fact } = orderPayment;
  const isReady = !isInPreparation(fact.instructions) && (moved || isInPreparation(attempt.instructions));
  if (isReady && state === 'awaiting-buyer' && ctx.rails.byId(attempt.rail)?.emailsInstructions) {
    await queueEmail(ctx, trx, order.id, 'payment-instructions', attempt.id);
  }
}
