import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { lockOrderOfAttempt, type Order } from '../orders/index.server.ts';
import { type AttemptRow, attemptById, stateOf, updateAttempt } from './attempt.repository.server.ts';
import { type AttemptState, isUndecided, mayMove } from './attempt-states.ts';
import type { GatewayFact } from './gateway.port.ts';
import { isInPreparation, nextCheckAt, nextHeldCheckAt, pauseBeforeCheck } from './next-check.ts';
import { nextLookBackAt } from './look-back.ts';
import { noteCollection } from './note-collection.server.ts';
import { notePeriod } from './note-period.server.ts';
import { recordCaptures } from './record-captures.server.ts';
import { recordReversals } from './record-reversals.server.ts';
import { keepOfFact } from './resolve-profile.server.ts';
import { recordWins } from './record-wins.server.ts';
import { settleCover } from './settle-cover.server.ts';
import { settleOrder } from './settle-order.server.ts';
import { settleReversals } from './settle-reversal.server.ts';

/** Who told us. Kept in the log; it changes nothing in what is done. */
export type FactSource =
  | 'answer'
  | 'notification'
  | 'check'
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

/** Money decides: whatever word the gateway used, an attempt that took money is captured, and one that took none is not. */
function stateFrom(fact: GatewayFact, captured: bigint): AttemptState {
  if (captured > 0n) return 'captured';
  return fact.state === 'captured' ? 'processing' : fact.state;
}

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
    ctx.log.info('attempt-moved', { attemptId, from: applied.from, state: applied.state, source });
  }
  ctx.signals.orderChanged(applied.orderId);
  return applied;
}

async function lockAttempt(trx: Db, attemptId: string): Promise<{ order: Order; attempt: AttemptRow }> {
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

/** Whatever can still take or hold money is taken back at its gateway once it is not wanted, and every code whose time is over. */
function mustLetGo(state: AttemptState, isUnwanted: boolean): boolean {
  return state === 'expired' || (isUnwanted && (state === 'awaiting-buyer' || state === 'authorized'));
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
  const from = stateOf(attempt);
  const wanted = stateFrom(fact, money.attemptCaptured);
  const state = mayMove(from, wanted) ? wanted : from;
  const checks = state === from ? attempt.checks + 1 : 0;
  const moved = state !== from;
  const refusal = moved ? fact.decline : undefined;
  const isUnwanted = attempt.superseded || (order.state !== 'open' && order.state !== 'partly-paid');
  const isOverdue = state === 'processing' && attempt.deadline_at <= now && attempt.release_state === null;
  // One part of a price that waits for the others: nobody asks for its money yet.
  const isHeld = attempt.leg !== null && state === 'authorized' && !attempt.capture_wanted;
  const letsGo = isOverdue || (moved && mustLetGo(state, isUnwanted));

  await updateAttempt(trx, attempt.id, {
    state,
    checks,
    not_found: 0,
    contradictions: 0,
    updated_at: now,
    next_check_at: isHeld
      ? nextHeldCheckAt(now)
      : nextCheckAt(state, checks, now, {
          expiresAt: attempt.expires_at,
          deadlineAt: attempt.deadline_at,
          isInPreparation: isInPreparation(fact.instructions),
        }),
    ...(moved && state === 'captured'
      ? { look_back_at: nextLookBackAt(now, now, ctx.gateways.byId(attempt.gateway)?.moneyMayReturnDays) }
      : {}),
    ...(fact.reference === undefined ? {} : { reference: fact.reference }),
    ...(fact.instructions === undefined ? {} : { instructions: JSON.stringify(fact.instructions) }),
    ...(fact.nextAction === undefined
      ? moved
        ? { next_action: null }
        : {}
      : { next_action: JSON.stringify(fact.nextAction) }),
    ...(moved ? { decline_code: refusal?.code ?? null, decline_raw: refusal?.raw ?? null } : {}),
    ...(letsGo ? { release_state: 'wanted', superseded: isUnwanted } : {}),
  });
  if (moved && (from === 'failed' || from === 'voided')) await endContradiction(trx, attempt.id, now);
  if (letsGo) await ctx.jobs.send(trx, 'release-attempt', { attemptId: attempt.id });
  else if (moved && isUndecided(state) && !isHeld) {
    const startAfterSeconds = state === 'authorized' ? 0 : pauseBeforeCheck(0);
    await ctx.jobs.send(trx, 'resolve-attempt', { attemptId: attempt.id }, { startAfterSeconds });
  }
  if (moved && state === 'captured') await keepOfFact(ctx, trx, order, attempt, fact, now);
  await noteCollection(ctx, trx, order, attempt, fact);
  if (moved) await notePeriod(trx, order, attempt, { state, reason: refusal?.code ?? state, now });
  const standing = await settleOrder(ctx, trx, { order, attempt, money, state, moved, fact, now });
  const reversals = await recordReversals(ctx, trx, order, attempt, fact.movements, now);
  await settleReversals(ctx, trx, order, standing, reversals, now);
  await recordWins(ctx, trx, order, attempt, fact.movements, now);
  const goesOn = attempt.leg !== null && !reversals.isNew && (await settleCover(ctx, trx, order, standing, now));
  return {
    attemptId: attempt.id,
    orderId: order.id,
    from,
    state,
    declineCode: moved ? (refusal?.code ?? null) : attempt.decline_code,
    goesOn,
  };
}
