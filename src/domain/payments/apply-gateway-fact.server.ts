import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { lockOrderOfAttempt, type Order } from '../orders/index.server.ts';
import { type AttemptRow, attemptById, updateAttempt } from './attempt.repository.server.ts';
import type { AttemptState } from './attempt-states.ts';
import { bookReturns } from './book-returns.server.ts';
import { decideFact } from './decide-fact.server.ts';
import type { GatewayFact } from './gateway.port.ts';
import { noteCollection } from './note-collection.server.ts';
import { notePeriod } from './note-period.server.ts';
import { recordCaptures } from './record-captures.server.ts';
import { keepOfFact } from './resolve-profile.server.ts';
import { settleCover } from './settle-cover.server.ts';
import { settleOrder } from './settle-order.server.ts';

/** Who told us. Kept in the log; it changes nothing in what is done. */
export type FactSource =
  | 'answer'
  | 'notification'
  | 'check'
  | 'buyer'
  | 'settlement-list'
  | 'deadline'
  | 'look-back'
  | 'operator';

export interface AppliedFact {
  readonly attemptId: string;
  readonly orderId: string;
  readonly from: AttemptState;
  readonly state: AttemptState;
  readonly declineCode: string | null;
  /** Its order's other parts need something at their gateways now (`goOn`). */
  readonly goesOn: boolean;
}

/** Part of the transaction that applies a fact; it may run again, and does nothing outside. */
export type Alongside = (trx: Db, applied: AppliedFact) => Promise<void>;

/**
 * The one door for facts about money. Answer, notification, check, settlement list and operator all come through here.
 * Locks the order, books new money, moves the attempt up its table, and writes everything that follows (order state,
 * access, messages, events, jobs) in one transaction. The same fact again, or facts in another order, end in the same rows.
 * `alongside`: what the caller writes about it in the same transaction, e.g. that a message was handled.
 */
export async function applyGatewayFact(
  ctx: DomainContext,
  attemptId: string,
  fact: GatewayFact,
  source: FactSource,
  alongside?: Alongside,
): Promise<AppliedFact> {
  const applied = await transaction(ctx.db, async (trx) => {
    const { order, attempt } = await lockAttempt(trx, attemptId);
    const result = await applyUnderLock(ctx, trx, order, attempt, fact);
    await alongside?.(trx, result);
    ctx.crashPoint('facts-before-commit');
    return result;
  });
  ctx.crashPoint('facts-after-commit');
  if (applied.from !== applied.state) {
    const { from, state, declineCode } = applied;
    ctx.log.info('attempt-moved', { attemptId, from, state, declineCode, source });
  }
  ctx.signals.orderChanged(applied.orderId);
  return applied;
}

/** Locks the order of an attempt that there is, and reads both. */
export async function lockAttempt(trx: Db, attemptId: string): Promise<{ order: Order; attempt: AttemptRow }> {
  // The order first, always: one order of locking, no deadlock. Asked together, they run one after the other: the attempt
  // is read once the lock is there.
  const [order, attempt] = await Promise.all([lockOrderOfAttempt(trx, attemptId), attemptById(trx, attemptId)]);
  if (!order || !attempt) throw new Error(`No attempt ${attemptId}`);
  return { order, attempt };
}

/** The gateway tells a charge as it was asked for after all. */
async function endContradiction(trx: Db, attemptId: string, now: Date): Promise<void> {
  await trx
    .updateTable('money_breaks')
    .set({ state: 'resolved', resolved_at: now })
    .where('attempt_id', '=', attemptId)
    .where('kind', '=', 'contradiction')
    .where('state', '=', 'open')
    .execute();
}

async function applyUnderLock(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  attempt: AttemptRow,
  fact: GatewayFact,
): Promise<AppliedFact> {
  const now = ctx.clock.now();
  const money = await recordCaptures(ctx, trx, order, attempt, fact.movements, now);
  const decision = decideFact(attempt, order.state, fact, {
    captured: money?.captured ?? 0n,
    now,
    moneyMayReturnDays: ctx.gateways.byId(attempt.gateway)?.moneyMayReturnDays,
  });
  const { from, state, moved, job } = decision;
  await updateAttempt(trx, attempt.id, decision.change);
  if (decision.endsContradiction) await endContradiction(trx, attempt.id, now);
  if (job?.name === 'release-attempt') await ctx.jobs.send(trx, job.name, { attemptId: attempt.id });
  else if (job)
    await ctx.jobs.send(trx, job.name, { attemptId: attempt.id }, { startAfterSeconds: job.startAfterSeconds });
  if (moved && state === 'captured') await keepOfFact(ctx, trx, order, attempt, fact, now);
  await noteCollection(ctx, trx, order, attempt, fact);
  if (moved) await notePeriod(trx, order, attempt, { state, reason: decision.refusal?.code ?? state, now });
  const settled = await settleOrder(ctx, trx, { order, attempt, money, state, moved, fact, now });
  const standing = await bookReturns(ctx, trx, attempt, fact.movements, settled, now);
  const goesOn = attempt.leg !== null && (await settleCover(ctx, trx, order, standing, now));
  return {
    attemptId: attempt.id,
    orderId: order.id,
    from,
    state,
    declineCode: decision.declineCode,
    goesOn,
  };
}
