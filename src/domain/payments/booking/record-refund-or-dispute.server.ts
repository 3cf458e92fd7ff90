import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import {
  accounts,
  type RecordedTransfer,
  recordTransfers,
  type RefundOrDispute,
  type Transfer,
} from '../ledger/index.server.ts';
import type { Order } from '../../orders/index.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import { divideReturnedMoney, netCaptured } from './returned-money.ts';
import type { Movement } from '../ports/gateway.port.ts';
import { holdRefundParts } from './disputed-part.server.ts';
import {
  insertException,
  type NewException,
  openSurpluses,
  resolveExceptionsOfAttempt,
} from './reconciliation-exception.repository.server.ts';
import { insertRefundOrDispute } from './refund-dispute.repository.server.ts';
import { completeRefundPart } from './refund.repository.server.ts';
import { resolveSurplus } from './resolve-surplus.server.ts';

/** Money that went back or was won back, and is not in the books yet. */
export interface RefundOrDisputeBooking {
  /** As it stands now, under its lock. */
  readonly order: Order;
  readonly attempt: AttemptRow;
  readonly movement: Movement;
  /** What the books say of the order. */
  readonly lines: readonly RecordedTransfer[];
  readonly now: Date;
}

/**
 * Books money that went back at the gateway, whoever asked for it: we, the school's staff at the gateway's own screens, or
 * the buyer's bank (a dispute). Returns its price part. It is booked once, in full:
 *
 * - as much as an open surplus of this attempt that had come by then: it is that surplus, which is returned by it;
 * - otherwise first the price, then the interest, then the late fees that the attempt brought: a part of a refund that was asked for here is
 *   done by it; else there is a task for a person (`confirm-refund`, `answer-dispute`), because money of a sale is gone
 *   that the checkout did not give back;
 * - more than the attempt brought: a loss, with a task (`recover-excess`).
 *
 * The caller holds the order's lock and has booked the captures of the same fact.
 */
export async function recordRefundOrDispute(
  ctx: PaymentsContext,
  trx: Db,
  booking: RefundOrDisputeBooking,
): Promise<bigint> {
  const { order, attempt, movement, lines, now } = booking;
  const kind: RefundOrDispute = movement.kind === 'chargeback' ? 'dispute' : 'refund';
  await insertRefundOrDispute(trx, kind, { attempt, movement, now });
  const line = {
    gateway: attempt.gateway,
    movementId: movement.id,
    orderId: order.id,
    attemptId: attempt.id,
    credit: accounts.gateway(attempt.gateway),
    currency: movement.currency,
    occurredAt: movement.at,
  };
  const receivedAt = new Map(lines.map((one) => [one.movementId, one.occurredAt]));
  const surpluses = (await openSurpluses(trx, attempt.id)).map((one) => ({
    ...one,
    came: receivedAt.get(one.movementId),
  }));
  const divided = divideReturnedMoney(movement, surpluses, {
    currency: order.currency,
    held: netCaptured(attempt, lines),
  });
  if (divided.kind === 'surplus') {
    const debit = accounts.surplus(order.brand);
    await recordTransfers(trx, [{ ...line, kind: `${kind}-surplus`, debit, amount: movement.amount }], now);
    await resolveSurplus(trx, order.id, divided.surplus, movement.id, now);
    return 0n;
  }
  const { parts } = divided;
  const wanted: readonly Transfer[] = [
    { ...line, kind: `${kind}-principal`, debit: accounts.sales(order.brand), amount: parts.principal },
    { ...line, kind: `${kind}-interest`, debit: accounts.financing(order.brand), amount: parts.interest },
    { ...line, kind: `${kind}-late-fee`, debit: accounts.lateFees(order.brand), amount: parts.late },
    { ...line, kind: `${kind}-excess`, debit: accounts.losses(order.brand), amount: parts.excess },
  ];
  await recordTransfers(
    trx,
    wanted.filter(({ amount }) => amount > 0n),
    now,
  );
  // What a bank takes again after it had given it back is not to be restored any more.
  if (kind === 'dispute') await resolveExceptionsOfAttempt(trx, attempt.id, 'dispute-won', now);
  const sold = parts.principal + parts.interest + parts.late;
  const isOurs =
    kind === 'refund' &&
    (await completeRefundPart(trx, { ...movement, orderId: order.id, attemptId: attempt.id }, now)) !== null;
  if (kind === 'dispute') await holdRefundParts(trx, attempt, movement.amount);
  const open = (exception: Pick<NewException, 'kind' | 'task' | 'amount'>) => {
    const of = { orderId: order.id, attemptId: attempt.id, movementId: movement.id, currency: movement.currency };
    return insertException(trx, { ...of, ...exception }, now);
  };
  if (sold > 0n && !isOurs) {
    const task = kind === 'refund' ? 'confirm-refund' : 'answer-dispute';
    await open({ kind, task, amount: sold });
  }
  if (parts.excess > 0n) await open({ kind: 'excess', task: 'recover-excess', amount: parts.excess });
  if (isOurs) ctx.log.info('refund-done', { orderId: order.id, attemptId: attempt.id });
  else ctx.log.warn('money-returned', { orderId: order.id, attemptId: attempt.id, kind });
  return parts.principal;
}
