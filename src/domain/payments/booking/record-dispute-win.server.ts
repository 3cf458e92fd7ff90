import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { reduceOrderReturned } from '../../orders/index.server.ts';
import { accounts, type RecordedTransfer, recordTransfers, type Transfer } from '../ledger/index.server.ts';
import { allocateReturnedMoney } from './returned-money.ts';
import { releaseRefundParts } from './disputed-part.server.ts';
import { incomingLedgerLine } from './record-captures.server.ts';
import type { RefundOrDisputeBooking } from './record-refund-or-dispute.server.ts';
import { insertException, markDisputesWon, openDisputes } from './reconciliation-exception.repository.server.ts';
import { lostDisputes, setDisputeOutcome } from './refund-dispute.repository.server.ts';
import { hasCanceledPart } from './refund.repository.server.ts';

type DisputeTask = Awaited<ReturnType<typeof openDisputes>>[number];

/**
 * Books money that a buyer's bank gave back after a dispute that the school won: it goes where the dispute took it from,
 * first to the price, then to the interest and the late fees, the rest to losses. What has gone of the order's price is
 * less by it, and the task to answer the dispute ends; a dispute that counted as lost is won all the same. An order of which
 * nothing had been left stays refunded: whether its buyer gets access again is for a person to say (`restore-after-dispute`);
 * so is a refund that ended when the dispute was marked as lost. The caller holds the order's lock.
 */
export async function recordDisputeWin(ctx: PaymentsContext, trx: Db, booking: RefundOrDisputeBooking): Promise<void> {
  const { order, attempt, movement, lines, now } = booking;
  const parts = allocateReturnedMoney(movement.amount, {
    principal: disputed(lines, attempt.id, 'principal'),
    interest: disputed(lines, attempt.id, 'interest'),
    late: disputed(lines, attempt.id, 'late-fee'),
  });
  const line = incomingLedgerLine(order, attempt, movement);
  const wanted: readonly Transfer[] = [
    { ...line, kind: 'dispute-won-principal', credit: accounts.sales(order.brand), amount: parts.principal },
    { ...line, kind: 'dispute-won-interest', credit: accounts.financing(order.brand), amount: parts.interest },
    { ...line, kind: 'dispute-won-late-fee', credit: accounts.lateFees(order.brand), amount: parts.late },
    { ...line, kind: 'dispute-won-excess', credit: accounts.losses(order.brand), amount: parts.excess },
  ];
  await recordTransfers(
    trx,
    wanted.filter(({ amount }) => amount > 0n),
    now,
  );
  const [open, lost] = [await openDisputes(trx, attempt.id), await lostDisputes(trx, attempt.id)];
  const won = disputesWon(open, lost, movement.amount);
  // The task of one that counted as lost stays as it was closed.
  await markDisputesWon(
    trx,
    won.filter((id) => open.some((dispute) => dispute.id === id)),
    now,
  );
  await setDisputeOutcome(trx, won, 'won', now);
  // Before what this win leaves behind ends as well.
  const wasCanceled = await hasCanceledPart(trx, attempt.id);
  await releaseRefundParts(ctx, trx, attempt, movement.amount);
  const isGone = order.state === 'refunded';
  if (isGone || wasCanceled) {
    const of = { orderId: order.id, attemptId: attempt.id, movementId: movement.id, currency: movement.currency };
    const task = 'restore-after-dispute';
    await insertException(trx, { ...of, kind: 'dispute-won', task, amount: movement.amount }, now);
  }
  if (!isGone) await reduceOrderReturned(trx, order.id, parts.principal);
  ctx.log.info('dispute-won', { orderId: order.id, attemptId: attempt.id });
}

/**
 * The disputes that a win is of. A gateway does not name them: it is the dispute of the same amount, an open one before one
 * that counted as lost; else, of the open ones or where none is open of the lost ones, the only one, or the oldest that
 * together come to no more. A dispute that may still have to be answered stays open.
 */
function disputesWon(open: readonly DisputeTask[], lost: readonly DisputeTask[], amount: bigint): readonly string[] {
  const same = [...open, ...lost].find((dispute) => dispute.amount === amount);
  const asked = open.length > 0 ? open : lost;
  const won = same ? [same] : asked.length === 1 ? asked : oldestWithin(asked, amount);
  return won.map(({ id }) => id);
}

function oldestWithin<T extends { readonly amount: bigint }>(disputes: readonly T[], amount: bigint): readonly T[] {
  let sum = 0n;
  const next = disputes.findIndex((dispute) => (sum += dispute.amount) > amount);
  return next === -1 ? disputes : disputes.slice(0, next);
}

/** What disputes hold of one part of an attempt's money: taken, less what was won back. */
function disputed(
  lines: readonly RecordedTransfer[],
  attemptId: string,
  part: 'principal' | 'interest' | 'late-fee',
): bigint {
  return lines.reduce((sum, line) => {
    if (line.attemptId !== attemptId) return sum;
    if (line.kind === `dispute-${part}`) return sum + line.amount;
    return line.kind === `dispute-won-${part}` ? sum - line.amount : sum;
  }, 0n);
}
