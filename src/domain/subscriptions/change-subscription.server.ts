import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { moveSubscription, noteSubscriptionEvent } from './move-subscription.server.ts';
import { owedPeriod, updatePeriod } from './period.repository.server.ts';
import { forgiveOwed } from './settle-period.server.ts';
import { type ChangeFailure, changing } from './set-means.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { Subscription } from './subscription.types.ts';
import { firstLookAt, termAt } from './term-calendar.ts';

/** Nothing is charged until the buyer goes on; what is paid for may be used. An unpaid bill is taken back. */
export async function pauseSubscription(ctx: DomainContext, id: string): Promise<Result<null, ChangeFailure>> {
  return changing(ctx, id, async (trx, { means, state }, now) => {
    const period = await owedPeriod(trx, id);
    if (state !== 'active' || !period) return err('not-possible');
    if (period.state === 'charging' && means.kind !== 'bill') return err('charge-under-way');
    await moveSubscription(trx, id, 'paused', now);
    await updatePeriod(trx, period, { state: 'due', next_try_at: null });
    if (period.orderId !== null) await ctx.jobs.send(trx, 'end-charges', { subscriptionId: id });
    return ok(null);
  });
}

/**
 * Goes on after a pause: with the term that is paid for, or, when that is over, with a new one from today, whose money is
 * asked for at once. One that was ended for the end of its term goes on as if it had not been.
 */
export async function resumeSubscription(ctx: DomainContext, id: string): Promise<Result<null, ChangeFailure>> {
  return changing(ctx, id, async (trx, subscription, now) => {
    const { state, market, termTo, cancelsOn, means } = subscription;
    const today = marketDate(now, market);
    if (state === 'canceled' || (state !== 'paused' && cancelsOn === null)) return err('not-possible');
    if (state === 'paused') await moveSubscription(trx, id, 'resumed', now);
    else await noteSubscriptionEvent(trx, { id, event: 'kept', from: state, to: state, now });
    const isOver = termTo < today;
    const [last] = await trx
      .selectFrom('subscription_periods')
      .select(['number', 'anchor_months', 'state'])
      .where('subscription_id', '=', id)
      .where('state', '<>', 'paid')
      .orderBy('number', 'desc')
      .limit(1)
      .execute();
    if (!last) return err('not-possible');
    const anchor = isOver ? today : subscription.anchor;
    const months = subscription.next?.periodMonths ?? subscription.periodMonths;
    const term = termAt(anchor, isOver ? 0 : last.anchor_months, months);
    await updatePeriod(
      trx,
      { subscriptionId: id, number: last.number },
      {
        state: 'due',
        due_on: term.termFrom,
        term_from: term.termFrom,
        term_to: term.termTo,
        anchor_months: term.anchorMonths,
        next_try_at: firstLookAt(term.termFrom, means.kind, market),
      },
    );
    await trx
      .updateTable('subscriptions')
      .set({ anchor, next_charge_on: term.termFrom, cancels_on: null, cancel_reason: null })
      .where('id', '=', id)
      .execute();
    return ok(null);
  });
}

export interface CancelWish {
  /** `period-end`: what is paid for may be used to its end, and nothing is charged any more. `now`: access closes at once. */
  readonly when: 'now' | 'period-end';
  readonly reason: string;
}

/** Ends a subscription. One whose term is not paid for (or over) ends now, whatever was wished. */
export async function cancelSubscription(
  ctx: DomainContext,
  id: string,
  { when, reason }: CancelWish,
): Promise<Result<{ readonly cancelsOn: LocalDate }, ChangeFailure>> {
  return inTransaction<{ readonly cancelsOn: LocalDate }, ChangeFailure>(ctx.db, async (trx) => {
    const subscription = await lockSubscription(trx, id);
    return subscription ? cancelSubscriptionIn(ctx, trx, subscription, { when, reason }) : err('not-found');
  });
}

/** The same, in a transaction whose caller holds the subscription's lock. */
export async function cancelSubscriptionIn(
  ctx: DomainContext,
  trx: Db,
  { id, state, market, termTo }: Subscription,
  { when, reason }: CancelWish,
): Promise<Result<{ readonly cancelsOn: LocalDate }, ChangeFailure>> {
  const now = ctx.clock.now();
  if (state === 'canceled') return err('not-possible');
  const today = marketDate(now, market);
  const isPaidFor = state === 'trialing' || state === 'active' || state === 'paused';
  const isLater = when === 'period-end' && isPaidFor && termTo >= today;
  const cancelsOn = isLater ? addDays(termTo, 1) : today;
  await trx
    .updateTable('subscriptions')
    .set({ cancels_on: cancelsOn, cancel_reason: reason, next_charge_on: null })
    .where('id', '=', id)
    .execute();
  if (isLater) {
    const line = { event: 'canceled-later', from: state, to: state, details: { reason, cancelsOn } };
    await noteSubscriptionEvent(trx, { id, ...line, now });
  } else await moveSubscription(trx, id, 'canceled', now, { reason, cancelsOn });
  await forgiveOwed(ctx, trx, id);
  return ok({ cancelsOn });
}
