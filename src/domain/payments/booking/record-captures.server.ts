import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import {
  accounts,
  type RecordedTransfer,
  recordTransfers,
  type Transfer,
  transfersOfOrderOrMovements,
} from '../ledger/index.server.ts';
import { closeOrder, lockSuccessorOrder, type Order } from '../../orders/index.server.ts';
import { lockSession, setSessionOrder } from '../../checkout/sessions/index.server.ts';
import { cancelOpenAttempts } from '../attempts/cancel-attempt.server.ts';
import { releaseReservations, reacquireReservations } from '../attempts/reservations.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import { tenderById } from '../attempts/tender.repository.server.ts';
import { divideCaptures } from './divide-captures.ts';
import type { Movement } from '../ports/gateway.port.ts';
import { insertException } from './reconciliation-exception.repository.server.ts';
import { mayReopenOrder } from './order-payment-state.server.ts';

export interface CaptureOutcome {
  /** Price part of the whole order that has come in, after these movements. */
  readonly orderReceived: bigint;
  /** All that is new, whosever it is. */
  readonly captured: bigint;
  /** Breaks opened now: surplus money to give back. */
  readonly surplusExceptionIds: readonly string[];
}

function sumOf(transfers: readonly RecordedTransfer[], matches: (t: RecordedTransfer) => boolean): bigint {
  return transfers.filter(matches).reduce((sum, t) => sum + t.amount, 0n);
}

/**
 * Books the captures that are not in the ledger yet. The ledger's own rows say what is new and what is still expected,
 * so the same fact from response, webhook and job changes nothing the second time: null when there is nothing new.
 */
export async function recordCaptures(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  attempt: AttemptRow,
  movements: readonly Movement[],
  now: Date,
): Promise<CaptureOutcome | null> {
  const captures = movements.filter((movement) => movement.kind === 'capture' && movement.amount > 0n);
  if (captures.length === 0) return null;
  const reported = captures.map(({ id }) => id);
  const [lines, tender] = await Promise.all([
    transfersOfOrderOrMovements(trx, order.id, attempt.gateway, reported),
    tenderById(trx, attempt.tender_id),
  ]);
  const known = new Set(lines.filter((t) => t.gateway === attempt.gateway).map((t) => t.movementId));
  const [book, foreign] = [lines.filter((t) => t.orderId === order.id), lines.filter((t) => t.orderId !== order.id)];
  const fresh = captures.filter((movement) => !known.has(movement.id));
  for (const { movementId } of foreign) {
    // It paid somebody else's order: whatever the gateway says, it pays nothing here.
    ctx.log.error('movement-of-another-order', { movementId, orderId: order.id, attemptId: attempt.id });
  }
  if (fresh.length === 0) return null;

  const orderReceived = sumOf(book, (t) => t.kind === 'capture-principal');
  const tenderPrincipal = sumOf(book, (t) => t.kind === 'capture-principal' && t.tenderId === attempt.tender_id);
  const arriving = fresh.reduce((sum, { amount, currency }) => sum + (currency === order.currency ? amount : 0n), 0n);
  const isOver =
    order.state === 'refunded' ||
    // What the other parts brought of it has gone back.
    (order.state === 'closed' && (order.holdExpiresAt ?? null) !== null) ||
    (order.state === 'closed' && arriving > 0n && !(await reopenOrder(ctx, trx, order, arriving)));

  const transfers: Transfer[] = [];
  const surplusExceptionIds: string[] = [];
  const { parts, after, captured } = divideCaptures(
    fresh,
    { total: order.total, currency: order.currency, ...tender, isOver },
    { orderReceived, tenderPrincipal },
  );
  for (const { movement, part } of parts) {
    const line = incomingLedgerLine(order, attempt, movement);
    if (part.principal > 0n) {
      transfers.push({
        ...line,
        kind: 'capture-principal',
        credit: accounts.sales(order.brand),
        amount: part.principal,
      });
    }
    if (part.interest > 0n) {
      transfers.push({
        ...line,
        kind: 'capture-interest',
        credit: accounts.financing(order.brand),
        amount: part.interest,
      });
    }
    if (part.late > 0n) {
      transfers.push({ ...line, kind: 'capture-late-fee', credit: accounts.lateFees(order.brand), amount: part.late });
    }
    if (part.surplus > 0n) {
      transfers.push({ ...line, kind: 'capture-surplus', credit: accounts.surplus(order.brand), amount: part.surplus });
      surplusExceptionIds.push(await openSurplus(trx, attempt, order, movement, part.surplus, now));
    }
  }
  await recordTransfers(trx, transfers, now);
  for (const id of surplusExceptionIds) await ctx.jobs.send(trx, 'refund-surplus', { exceptionId: id });
  return { orderReceived: after.orderReceived, captured, surplusExceptionIds };
}

function openSurplus(
  trx: Db,
  attempt: AttemptRow,
  order: Order,
  movement: Movement,
  amount: bigint,
  now: Date,
): Promise<string> {
  const of = { orderId: order.id, attemptId: attempt.id, movementId: movement.id, currency: movement.currency };
  return insertException(trx, { ...of, kind: 'surplus', amount, task: 'give-back' }, now);
}

/**
 * Decides whether late money pays the order that was given up (the caller holds its lock), and makes room for it.
 * It does when the order's successor has brought no money and this pays the price whole; the successor is then given
 * up in its place. Otherwise, or when its voucher or seat has gone to others meanwhile, the money is the buyer's: false.
 */
async function reopenOrder(ctx: PaymentsContext, trx: Db, order: Order, arriving: bigint): Promise<boolean> {
  // Whoever makes a successor holds the session: none appears from here on.
  await lockSession(trx, order.sessionId);
  const successor = await lockSuccessorOrder(trx, order);
  if (!mayReopenOrder(order, successor, arriving)) return false;
  if (!(await reacquireReservations(ctx, trx, order, successor))) return false;
  if (successor) {
    await closeOrder(trx, successor.id);
    await releaseReservations(trx, successor.id, ctx.clock.now());
    await cancelOpenAttempts(ctx, trx, successor.id);
  }
  await setSessionOrder(trx, order.sessionId, order.id);
  return true;
}

/** What every line of the books about money that reached a gateway has in common. */
export function incomingLedgerLine(
  order: Pick<Order, 'id'>,
  attempt: Pick<AttemptRow, 'id' | 'gateway'>,
  movement: Movement,
) {
  return {
    gateway: attempt.gateway,
    movementId: movement.id,
    orderId: order.id,
    attemptId: attempt.id,
    debit: accounts.gateway(attempt.gateway),
    currency: movement.currency,
    occurredAt: movement.at,
  };
}
