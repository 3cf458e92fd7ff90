import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { RecordedTransfer } from '../ledger/index.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import { netCaptured } from './returned-money.ts';
import { hasOpenDispute } from './reconciliation-exception.repository.server.ts';
import {
  cancelRefundPart,
  holdRefundPart,
  insertRefundParts,
  owedPartsOfAttempt,
  requeueRefundPart,
  setDisputedAmount,
} from './refund.repository.server.ts';

/**
 * Parts of refunds that a dispute holds. A buyer who disputes while a refund waits gets the money from their bank, so the
 * refund must not go out besides. Every caller holds the order's lock.
 */

type Attempt = Pick<AttemptRow, 'id'>;

/** Holds refunds of the attempt that are still owed for a dispute of `amount` minor units, the oldest first. */
export async function holdRefundParts(trx: Db, attempt: Attempt, amount: bigint): Promise<void> {
  let left = amount;
  for (const part of await owedPartsOfAttempt(trx, attempt.id)) {
    const open = part.amount - part.disputed;
    const takes = open < left ? open : left;
    if (takes <= 0n) continue;
    left -= takes;
    await holdRefundPart(trx, part.id, part.disputed + takes);
  }
}

/**
 * Whether a part may be refunded now. A part that is more than its attempt still holds is held itself while a dispute of
 * the attempt is open: its money is with the buyer's bank.
 */
export async function mayRefundPart(
  trx: Db,
  part: { readonly id: string; readonly attempt_id: string; readonly amount: bigint; readonly state: string },
  lines: readonly RecordedTransfer[],
): Promise<boolean> {
  if (part.state === 'disputed') return false;
  const { principal, interest, late } = netCaptured({ id: part.attempt_id }, lines);
  const lacks = part.amount - (principal + interest + late);
  if (lacks <= 0n || !(await hasOpenDispute(trx, part.attempt_id))) return true;
  await holdRefundPart(trx, part.id, lacks < part.amount ? lacks : part.amount);
  return false;
}

/** Releases refunds of the attempt that a dispute held, the oldest first, up to the `won` minor units that it gave back. */
export async function releaseRefundParts(ctx: PaymentsContext, trx: Db, attempt: Attempt, won: bigint): Promise<void> {
  let left = won;
  for (const part of await owedPartsOfAttempt(trx, attempt.id)) {
    if (part.disputed === 0n || left <= 0n) continue;
    const gives = part.disputed < left ? part.disputed : left;
    left -= gives;
    const held = part.disputed - gives;
    await setDisputedAmount(trx, part.id, held);
    if (held > 0n) continue;
    await requeueRefundPart(trx, part.id, ctx.clock.now());
    await ctx.jobs.send(trx, 'refund-part', { partId: part.id });
  }
  await closeDisputedParts(ctx, trx, attempt);
}

/**
 * Ends what disputes still hold of the attempt's refunds once none of them is open: the disputes are lost, and the buyer
 * has the money from their bank. The rest of such a part is owed as a part of its own.
 */
export async function closeDisputedParts(ctx: PaymentsContext, trx: Db, attempt: Attempt): Promise<void> {
  if (await hasOpenDispute(trx, attempt.id)) return;
  for (const part of await owedPartsOfAttempt(trx, attempt.id)) {
    if (part.state !== 'disputed' || part.disputed === 0n) continue;
    const now = ctx.clock.now();
    await cancelRefundPart(trx, part.id, part.disputed, now);
    const rest = part.amount - part.disputed;
    if (rest === 0n) continue;
    const request = { id: part.requestId, orderId: part.orderId };
    const parts = await insertRefundParts(trx, request, [{ ...part, amount: rest }], now);
    for (const { id } of parts) await ctx.jobs.send(trx, 'refund-part', { partId: id });
  }
}
