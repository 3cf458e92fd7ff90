import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db, OnWritten } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { applySubscriptionEvent } from './apply-subscription-event.server.ts';
import { recordSubscriptionHistory, setCancellation, setResumed } from './subscription-changes.repository.server.ts';
import { lastUnpaidPeriod, owedPeriod, updatePeriod } from './periods/billing-period.repository.server.ts';
import { waiveOwedPeriods } from './periods/apply-period-payment.server.ts';
import { type ChangeFailure, withLockedSubscription } from './set-instrument.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { Subscription } from './subscription.types.ts';
import { firstCheckAt, periodDatesAt } from './periods/period-calendar.ts';

/** Pauses: nothing is charged until the buyer resumes; what is paid for may be used. An unpaid invoice is canceled. */
export async function pauseSubscription(
  ctx: SubscriptionsContext,
  id: string,
  onWritten?: OnWritten,
): Promise<Result<null, ChangeFailure>> {
  return withLockedSubscription(
    ctx,
    id,
    async (trx, { instrument, state }, now) => {
      const period = await owedPeriod(trx, id);
      if (state !== 'active' || !period) return err('not-possible');
      if (period.state === 'charging' && instrument.kind !== 'invoice') return err('charge-under-way');
      await applySubscriptionEvent(trx, id, 'paused', now);
      await updatePeriod(trx, period, { state: 'due', next_try_at: null });
      if (period.orderId !== null) await ctx.jobs.send(trx, 'cancel-open-charges', { subscriptionId: id });
      return ok(null);
    },
    onWritten,
  );
}

/**
 * Resumes after a pause: with the billing period that is paid for, or, when that is over, with a new one from today, which is
 * charged at once. Takes a cancellation back that was scheduled for the end of the period.
 */
export async function resumeSubscription(
  ctx: SubscriptionsContext,
  id: string,
  onWritten?: OnWritten,
): Promise<Result<null, ChangeFailure>> {
  return withLockedSubscription(
    ctx,
    id,
    async (trx, subscription, now) => {
      const { state, market, periodEnd, cancelsOn, instrument } = subscription;
      const today = marketDate(now, market);
      if (state === 'canceled' || (state !== 'paused' && cancelsOn === null)) return err('not-possible');
      if (state === 'paused') await applySubscriptionEvent(trx, id, 'resumed', now);
      else await recordSubscriptionHistory(trx, { id, event: 'reactivated', from: state, to: state, now });
      const isOver = periodEnd < today;
      const last = await lastUnpaidPeriod(trx, id);
      if (!last) return err('not-possible');
      const anchor = isOver ? today : subscription.anchor;
      const months = subscription.next?.periodMonths ?? subscription.periodMonths;
      const dates = periodDatesAt(anchor, isOver ? 0 : last.anchorMonths, months);
      await updatePeriod(trx, last, {
        state: 'due',
        due_on: dates.periodStart,
        period_start: dates.periodStart,
        period_end: dates.periodEnd,
        anchor_months: dates.anchorMonths,
        next_try_at: firstCheckAt(dates.periodStart, instrument.kind, market),
      });
      await setResumed(trx, id, { anchor, nextChargeOn: dates.periodStart });
      return ok(null);
    },
    onWritten,
  );
}

export interface CancelRequest {
  /** `period-end`: what is paid for may be used to its end, and nothing more is charged. `now`: access closes at once. */
  readonly when: 'now' | 'period-end';
  readonly reason: string;
}

/** Cancels a subscription. One whose period is not paid for (or over) is canceled now, whatever `when` says. */
export async function cancelSubscription(
  ctx: SubscriptionsContext,
  id: string,
  { when, reason }: CancelRequest,
  onWritten?: OnWritten,
): Promise<Result<{ readonly cancelsOn: LocalDate }, ChangeFailure>> {
  return inTransaction<{ readonly cancelsOn: LocalDate }, ChangeFailure>(ctx.db, async (trx) => {
    const subscription = await lockSubscription(trx, id);
    if (!subscription) return err('not-found');
    const done = await cancelSubscriptionIn(ctx, trx, subscription, { when, reason });
    if (done.ok) await onWritten?.(trx);
    return done;
  });
}

/** Cancels in a transaction whose caller holds the subscription's lock. */
export async function cancelSubscriptionIn(
  ctx: SubscriptionsContext,
  trx: Db,
  { id, state, market, periodEnd }: Subscription,
  { when, reason }: CancelRequest,
): Promise<Result<{ readonly cancelsOn: LocalDate }, ChangeFailure>> {
  const now = ctx.clock.now();
  if (state === 'canceled') return err('not-possible');
  const today = marketDate(now, market);
  const isPaidFor = state === 'trialing' || state === 'active' || state === 'paused';
  const isLater = when === 'period-end' && isPaidFor && periodEnd >= today;
  const cancelsOn = isLater ? addDays(periodEnd, 1) : today;
  await setCancellation(trx, id, { cancelsOn, reason });
  if (isLater) {
    const line = { event: 'cancellation-scheduled', from: state, to: state, details: { reason, cancelsOn } };
    await recordSubscriptionHistory(trx, { id, ...line, now });
  } else await applySubscriptionEvent(trx, id, 'canceled', now, { reason, cancelsOn });
  await waiveOwedPeriods(ctx, trx, id);
  return ok({ cancelsOn });
}
