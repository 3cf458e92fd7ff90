import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { applySubscriptionEvent, recordSubscriptionHistory } from './apply-subscription-event.server.ts';
import { owedPeriod, updatePeriod } from './periods/billing-period.repository.server.ts';
import { waiveOwedPeriods } from './periods/apply-period-payment.server.ts';
import { type ChangeFailure, withLockedSubscription } from './set-instrument.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { Subscription } from './subscription.types.ts';
import { firstCheckAt, periodDatesAt } from './periods/period-calendar.ts';

/** Nothing is charged until the buyer goes on; what is paid for may be used. An unpaid bill is taken back. */
export async function pauseSubscription(ctx: SubscriptionsContext, id: string): Promise<Result<null, ChangeFailure>> {
  return withLockedSubscription(ctx, id, async (trx, { instrument, state }, now) => {
    const period = await owedPeriod(trx, id);
    if (state !== 'active' || !period) return err('not-possible');
    if (period.state === 'charging' && instrument.kind !== 'invoice') return err('charge-under-way');
    await applySubscriptionEvent(trx, id, 'paused', now);
    await updatePeriod(trx, period, { state: 'due', next_try_at: null });
    if (period.orderId !== null) await ctx.jobs.send(trx, 'cancel-open-charges', { subscriptionId: id });
    return ok(null);
  });
}

/**
 * Goes on after a pause: with the term that is paid for, or, when that is over, with a new one from today, whose money is
 * asked for at once. One that was ended for the end of its term goes on as if it had not been.
 */
export async function resumeSubscription(ctx: SubscriptionsContext, id: string): Promise<Result<null, ChangeFailure>> {
  return withLockedSubscription(ctx, id, async (trx, subscription, now) => {
    const { state, market, periodEnd, cancelsOn, instrument } = subscription;
    const today = marketDate(now, market);
    if (state === 'canceled' || (state !== 'paused' && cancelsOn === null)) return err('not-possible');
    if (state === 'paused') await applySubscriptionEvent(trx, id, 'resumed', now);
    else await recordSubscriptionHistory(trx, { id, event: 'reactivated', from: state, to: state, now });
    const isOver = periodEnd < today;
    const [last] = await trx
      .selectFrom('billing_periods')
      .select(['number', 'anchor_months', 'state'])
      .where('subscription_id', '=', id)
      .where('state', '<>', 'paid')
      .orderBy('number', 'desc')
      .limit(1)
      .execute();
    if (!last) return err('not-possible');
    const anchor = isOver ? today : subscription.anchor;
    const months = subscription.next?.periodMonths ?? subscription.periodMonths;
    const term = periodDatesAt(anchor, isOver ? 0 : last.anchor_months, months);
    await updatePeriod(
      trx,
      { subscriptionId: id, number: last.number },
      {
        state: 'due',
        due_on: term.periodStart,
        period_start: term.periodStart,
        period_end: term.periodEnd,
        anchor_months: term.anchorMonths,
        next_try_at: firstCheckAt(term.periodStart, instrument.kind, market),
      },
    );
    await trx
      .updateTable('subscriptions')
      .set({ anchor, next_charge_on: term.periodStart, cancels_on: null, cancel_reason: null })
      .where('id', '=', id)
      .execute();
    return ok(null);
  });
}

export interface CancelRequest {
  /** `period-end`: what is paid for may be used to its end, and nothing is charged any more. `now`: access closes at once. */
  readonly when: 'now' | 'period-end';
  readonly reason: string;
}

/** Ends a subscription. One whose term is not paid for (or over) ends now, whatever was wished. */
export async function cancelSubscription(
  ctx: SubscriptionsContext,
  id: string,
  { when, reason }: CancelRequest,
): Promise<Result<{ readonly cancelsOn: LocalDate }, ChangeFailure>> {
  return inTransaction<{ readonly cancelsOn: LocalDate }, ChangeFailure>(ctx.db, async (trx) => {
    const subscription = await lockSubscription(trx, id);
    return subscription ? cancelSubscriptionIn(ctx, trx, subscription, { when, reason }) : err('not-found');
  });
}

/** The same, in a transaction whose caller holds the subscription's lock. */
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
  await trx
    .updateTable('subscriptions')
    .set({ cancels_on: cancelsOn, cancel_reason: reason, next_charge_on: null })
    .where('id', '=', id)
    .execute();
  if (isLater) {
    const line = { event: 'cancellation-scheduled', from: state, to: state, details: { reason, cancelsOn } };
    await recordSubscriptionHistory(trx, { id, ...line, now });
  } else await applySubscriptionEvent(trx, id, 'canceled', now, { reason, cancelsOn });
  await waiveOwedPeriods(ctx, trx, id);
  return ok({ cancelsOn });
}
