import type { Db, DomainContext } from '../context.server.ts';
import {
  accounts,
  type RecordedTransfer,
  recordTransfers,
  type ReversalKind,
  type Transfer,
  transfersAround,
} from '../ledger/index.server.ts';
import type { Order } from '../orders/index.ts';
import type { AttemptRow } from './attempt.repository.server.ts';
import { divideReversal } from './divide-reversal.ts';
import type { Movement } from './gateway.port.ts';
import { heldBy } from './held-by.ts';
import { endPart } from './refund.repository.server.ts';
import {
  endRestoreTasks,
  insertReversal,
  openReversalTask,
  openSurpluses,
  resolveSurplus,
} from './reversal.repository.server.ts';

export interface ReversalOutcome {
  /** Price part of the whole order that has gone back, after these movements. */
  readonly orderReturned: bigint;
  readonly isNew: boolean;
}

const kindOf = { refund: 'refund', chargeback: 'dispute' } as const satisfies Readonly<Record<string, ReversalKind>>;

/**
 * Books the money that went back at the gateway and is not in the ledger yet, whoever asked for it: we, the school's
 * staff at the gateway's own screens, or the buyer's bank (a dispute). Each movement is booked once, in full:
 *
 * - as much as an open surplus of this attempt that had come by then: it is that surplus, which is returned by it;
 * - otherwise first the price, then the interest, then the late fees that the attempt brought: a part of a refund that was asked for here is
 *   done by it; else there is a task for a person (`confirm-refund`, `answer-dispute`), because money of a sale is gone
 *   that the checkout did not give back;
 * - more than the attempt brought: a loss, with a task (`recover-excess`).
 *
 * The caller holds the order's lock and has booked the captures of the same fact.
 */
export async function recordReversals(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  attempt: AttemptRow,
  movements: readonly Movement[],
  now: Date,
): Promise<ReversalOutcome> {
  const told = movements
    .filter(({ kind, amount }) => (kind === 'refund' || kind === 'chargeback') && amount > 0n)
    .toSorted((a, b) => a.at.getTime() - b.at.getTime() || a.id.localeCompare(b.id));
  if (told.length === 0) return { orderReturned: order.returned, isNew: false };
  const lines = await transfersAround(
    trx,
    order.id,
    attempt.gateway,
    told.map(({ id }) => id),
  );
  const known = new Set(lines.filter((line) => line.gateway === attempt.gateway).map((line) => line.movementId));
  const fresh = told.filter(({ id }) => !known.has(id));
  let orderReturned = order.returned;
  for (const movement of fresh) {
    const own = await transfersAround(trx, order.id, attempt.gateway, []);
    orderReturned += await book(ctx, trx, { order, attempt, movement, own, now });
  }
  return { orderReturned, isNew: fresh.length > 0 };
}

interface Booking {
  readonly order: Order;
  readonly attempt: AttemptRow;
  readonly movement: Movement;
  readonly own: readonly RecordedTransfer[];
  readonly now: Date;
}

/** Writes one movement down; returns its price part. */
async function book(ctx: DomainContext, trx: Db, booking: Booking): Promise<bigint> {
  const { order, attempt, movement, own, now } = booking;
  const kind = movement.kind === 'chargeback' ? kindOf.chargeback : kindOf.refund;
  await insertReversal(trx, kind, { attempt, movement, now });
  const line = {
    gateway: attempt.gateway,
    movementId: movement.id,
    orderId: order.id,
    attemptId: attempt.id,
    credit: accounts.gateway(attempt.gateway),
    currency: movement.currency,
    occurredAt: movement.at,
  };
  const cameBy = new Map(own.filter((t) => t.kind === 'capture-surplus').map((t) => [t.movementId, t.occurredAt]));
  const surpluses = (await openSurpluses(trx, attempt.id)).map((one) => ({ ...one, came: cameBy.get(one.movementId) }));
  const divided = divideReversal(movement, surpluses, { currency: order.currency, held: heldBy(attempt, own) });
  if (divided.kind === 'surplus') {
    const debit = accounts.surplus(order.brand);
    await recordTransfers(trx, [{ ...line, kind: `${kind}-surplus`, debit, amount: movement.amount }], now);
    await resolveSurplus(trx, order.id, divided.surplus, movement, now);
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
  const from = { order, attempt, movement, now };
  // What a bank takes again after it had given it back is not to be restored any more.
  if (kind === 'dispute') await endRestoreTasks(trx, attempt, now);
  const sold = parts.principal + parts.interest + parts.late;
  const isOurs =
    kind === 'refund' && (await endPart(trx, { ...movement, orderId: order.id, attemptId: attempt.id }, now)) !== null;
  if (sold > 0n && !isOurs) {
    await openReversalTask(trx, from, kind, kind === 'refund' ? 'confirm-refund' : 'answer-dispute', sold);
  }
  if (parts.excess > 0n) await openReversalTask(trx, from, 'excess', 'recover-excess', parts.excess);
  if (isOurs) ctx.log.info('refund-done', { orderId: order.id, attemptId: attempt.id });
  else ctx.log.warn('money-went-back', { orderId: order.id, attemptId: attempt.id, kind });
  return parts.principal;
}
