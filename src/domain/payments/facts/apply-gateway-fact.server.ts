import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { lockOrderOfAttempt, type Order } from '../../orders/index.server.ts';
import { type AttemptEventSource, recordAttemptEvent } from '../attempts/attempt-event.repository.server.ts';
import {
  type AttemptRow,
  attemptById,
  transitionAttempt,
  updateAttempt,
} from '../attempts/attempt.repository.server.ts';
import type { AttemptState } from '../ports/attempt-states.ts';
import { bookRefundsAndDisputes } from './book-refunds-and-disputes.server.ts';
import { decideFact } from '../attempts/decide-fact.server.ts';
import type { GatewayFact } from '../ports/gateway.port.ts';
import { resolveExceptionsOfAttempt } from '../booking/reconciliation-exception.repository.server.ts';
import { recordCaptures } from '../booking/record-captures.server.ts';
import {
  mandateOfAttempt,
  recordMandate,
  recordMandateChargeAttempts,
} from '../instruments/mandate.repository.server.ts';
import { saveFromFact } from '../instruments/resolve-payment-profile.server.ts';
import { applySplit } from './apply-split.server.ts';
import { applyOrderPayment } from './apply-order-payment.server.ts';

/** The source of a fact. It is kept in the attempt's history and has no effect. */
export type FactSource = Exclude<AttemptEventSource, 'payment' | 'renewal' | 'supersede'>;

export interface AppliedFact {
  readonly attemptId: string;
  readonly orderId: string;
  readonly from: AttemptState;
  readonly state: AttemptState;
  readonly declineCode: string | null;
  /** Other parts of its order have to be advanced now (`advanceSplitOrder`). */
  readonly mustAdvanceSplit: boolean;
}

/** Part of the transaction that applies a fact; it may run again, and does nothing outside. */
export type OnApplied = (trx: Db, applied: AppliedFact) => Promise<void>;

/**
 * Applies a gateway's fact about a charge. Answers, webhooks, polls, credit lists and operators all come through here.
 * Locks the order, books new money, moves the attempt along its state table, and writes everything that follows (order
 * state, access, e-mails, events, jobs) in one transaction. The same fact again, or facts in another order, end in the
 * same rows. `onApplied`: what the caller writes in the same transaction, e.g. that a webhook was applied.
 */
export async function applyGatewayFact(
  ctx: PaymentsContext,
  attemptId: string,
  fact: GatewayFact,
  source: FactSource,
  onApplied?: OnApplied,
): Promise<AppliedFact> {
  const applied = await transaction(ctx.db, async (trx) => {
    const { order, attempt } = await lockAttempt(trx, attemptId);
    const result = await applyUnderLock(ctx, trx, order, attempt, fact, source);
    await onApplied?.(trx, result);
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

async function applyUnderLock(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  attempt: AttemptRow,
  fact: GatewayFact,
  source: FactSource,
): Promise<AppliedFact> {
  const now = ctx.clock.now();
  const money = await recordCaptures(ctx, trx, order, attempt, fact.movements, now);
  const decision = decideFact(attempt, order.state, fact, {
    captured: money?.captured ?? 0n,
    now,
    recheckDays: ctx.gateways.byId(attempt.gateway)?.recheckDays,
  });
  const { from, state, moved, job } = decision;
  const event = { source, fact, at: now };
  if (moved) await transitionAttempt(trx, attempt, { ...decision.change, state }, event);
  else await updateAttempt(trx, attempt.id, decision.change);
  if (!moved && money) await recordAttemptEvent(trx, attempt.id, { ...event, from, to: state });
  if (decision.resolvesContradiction) await resolveExceptionsOfAttempt(trx, attempt.id, 'contradiction', now);
  if (job?.name === 'void-attempt') await ctx.jobs.send(trx, job.name, { attemptId: attempt.id });
  else if (job)
    await ctx.jobs.send(trx, job.name, { attemptId: attempt.id }, { startAfterSeconds: job.startAfterSeconds });
  if (moved && state === 'captured') await saveFromFact(ctx, trx, order, attempt, fact, now);
  await recordMandateUpdate(ctx, trx, order, attempt, fact);
  if (moved)
    await failBillingPeriodOf(ctx, trx, order, attempt, { state, reason: decision.refusal?.code ?? state, now });
  const paymentState = await applyOrderPayment(ctx, trx, { order, attempt, money, state, moved, fact, now });
  const standing = await bookRefundsAndDisputes(ctx, trx, attempt, fact.movements, paymentState, now);
  const mustAdvanceSplit = attempt.part !== null && (await applySplit(ctx, trx, order, standing, now));
  return {
    attemptId: attempt.id,
    orderId: order.id,
    from,
    state,
    declineCode: decision.declineCode,
    mustAdvanceSplit,
  };
}

/** Records the mandate of a fact, and how often its charge was tried. The caller holds the order's lock. */
async function recordMandateUpdate(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  attempt: AttemptRow,
  { mandate, tries }: GatewayFact,
): Promise<void> {
  const { id: attemptId, gateway } = attempt;
  if (tries) await recordMandateChargeAttempts(trx, attemptId, tries);
  if (!mandate) return;
  const noted = await recordMandate(trx, { orderId: order.id, attemptId, gateway }, mandate, ctx.clock.now());
  if (noted === 'refused') ctx.log.error('mandate-contradicted', { orderId: order.id, attemptId });
  else if (noted !== 'same') {
    ctx.log.info('mandate-moved', { orderId: order.id, attemptId, state: mandate.state });
    const known = await mandateOfAttempt(trx, attemptId);
    if (known) await ctx.handlers.onMandateChanged(ctx, trx, order.id, known.id);
  }
}

/**
 * Fails the billing period of a charge that was made without its buyer and was declined or ran out, in the same
 * transaction. A buyer who pays a period themselves and is declined may retry: that fails no period. A charge that
 * never started (`failed`) is no decline. The caller holds the order's lock.
 */
async function failBillingPeriodOf(
  { handlers }: PaymentsContext,
  trx: Db,
  { subscriptionId }: Order,
  { kept }: AttemptRow,
  { state, reason, now }: { readonly state: AttemptState; readonly reason: string; readonly now: Date },
): Promise<void> {
  const isOver = state === 'declined' || state === 'expired' || state === 'voided';
  const { period } = kept;
  if (!subscriptionId || !isOver || typeof period !== 'number') return;
  await handlers.onPeriodChargeEnded(trx, { subscriptionId, number: period }, reason, now);
}
