import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { RecordedTransfer } from '../ledger/index.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import { netCaptured } from './net-captured.ts';
import { openRefundPartStates } from './refund-part-states.ts';

/**
 * Parts of refunds whose money a dispute holds. A buyer who disputes while a refund waits gets the money from their bank, so
 * that the refund must not go out besides. Everything here is written under the order's lock.
 */

type Attempt = Pick<AttemptRow, 'id'>;

async function owedParts(trx: Db, { id }: Attempt) {
  return trx
    .selectFrom('refund_parts')
    .selectAll()
    .where('attempt_id', '=', id)
    .where('state', 'in', openRefundPartStates)
    .orderBy('requested_at')
    .orderBy('id')
    .execute();
}

/** A dispute took so much: refunds of the attempt that still wait are held, the oldest first, up to that amount. */
export async function holdRefundParts(trx: Db, attempt: Attempt, amount: bigint): Promise<void> {
  let left = amount;
  for (const part of await owedParts(trx, attempt)) {
    const open = part.amount - part.disputed_amount;
    const takes = open < left ? open : left;
    if (takes <= 0n) continue;
    left -= takes;
    await trx
      .updateTable('refund_parts')
      .set({ state: 'disputed', disputed_amount: part.disputed_amount + takes })
      .where('id', '=', part.id)
      .execute();
  }
}

/**
 * Whether a part may be paid now. One that is more than its attempt still holds is held itself while a dispute of the
 * attempt is open: its money is with the buyer's bank.
 */
export async function mayRefundPart(
  trx: Db,
  part: { readonly id: string; readonly attempt_id: string; readonly amount: bigint; readonly state: string },
  lines: readonly RecordedTransfer[],
): Promise<boolean> {
  if (part.state === 'disputed') return false;
  const attempt = { id: part.attempt_id };
  const { principal, interest, late } = netCaptured(attempt, lines);
  const lacks = part.amount - (principal + interest + late);
  if (lacks <= 0n || !(await hasOpenDispute(trx, attempt))) return true;
  await trx
    .updateTable('refund_parts')
    .set({ state: 'disputed', disputed_amount: lacks < part.amount ? lacks : part.amount })
    .where('id', '=', part.id)
    .execute();
  return false;
}

async function hasOpenDispute(trx: Db, { id }: Attempt): Promise<boolean> {
  const row = await trx
    .selectFrom('reconciliation_exceptions')
    .select('id')
    .where('attempt_id', '=', id)
    .where('kind', '=', 'dispute')
    .where('state', '=', 'open')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A dispute gave so much back: what it held of refunds is owed again, the oldest first. */
export async function releaseRefundParts(ctx: PaymentsContext, trx: Db, attempt: Attempt, won: bigint): Promise<void> {
  let left = won;
  for (const part of await owedParts(trx, attempt)) {
    if (part.disputed_amount === 0n || left <= 0n) continue;
    const gives = part.disputed_amount < left ? part.disputed_amount : left;
    left -= gives;
    const held = part.disputed_amount - gives;
    await trx.updateTable('refund_parts').set({ disputed_amount: held }).where('id', '=', part.id).execute();
    if (held === 0n) await goOnWith(ctx, trx, part.id);
  }
  await closeDisputedParts(ctx, trx, attempt);
}

/**
 * Once no dispute of the attempt is open: what disputes still hold of its refunds is lost, and the buyer has it from their
 * bank. Such a part ends without money; what was not disputed of it is owed as a part of its own.
 */
export async function closeDisputedParts(ctx: PaymentsContext, trx: Db, attempt: Attempt): Promise<void> {
  if (await hasOpenDispute(trx, attempt)) return;
  for (const part of await owedParts(trx, attempt)) {
    if (part.state !== 'disputed' || part.disputed_amount === 0n) continue;
    const now = ctx.clock.now();
    await trx
      .updateTable('refund_parts')
      .set({ state: 'canceled', amount: part.disputed_amount, ended_at: now })
      .where('id', '=', part.id)
      .execute();
    const rest = part.amount - part.disputed_amount;
    if (rest === 0n) continue;
    const { request_id, order_id, attempt_id, capture_id } = part;
    const id = newId('rfp');
    await trx
      .insertInto('refund_parts')
      .values({
        ...{ id, request_id, order_id, attempt_id, capture_id, amount: rest },
        ...{ state: 'wanted', movement_id: null, requested_at: now, ended_at: null },
      })
      .execute();
    await ctx.jobs.send(trx, 'refund-part', { partId: id });
  }
}

/** Whether a refund of the attempt has ended without money because a dispute was lost. */
export async function hasCanceledPart(trx: Db, { id }: Attempt): Promise<boolean> {
  const of = trx.selectFrom('refund_parts').select('id').where('attempt_id', '=', id);
  return (await of.where('state', '=', 'canceled').limit(1).executeTakeFirst()) !== undefined;
}

/** The days in which a gateway is asked count anew; when it was asked for stands in the request. */
async function goOnWith(ctx: PaymentsContext, trx: Db, partId: string): Promise<void> {
  await trx
    .updateTable('refund_parts')
    .set({ state: 'wanted', requested_at: ctx.clock.now() })
    .where('id', '=', partId)
    .execute();
  await ctx.jobs.send(trx, 'refund-part', { partId });
}
