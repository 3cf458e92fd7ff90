import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { findPlan, type Plan } from '../catalog/index.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { recordSubscriptionEvent } from '../outbox/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import type { ChangeFailure } from './set-means.server.ts';
import { noteSubscriptionEvent } from './move-subscription.server.ts';
import { owedPeriod, updatePeriod } from './period.repository.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { NextPlan, Subscription } from './subscription.types.ts';
import { termAt } from './term-calendar.ts';

export type PlanChangeFailure = ChangeFailure | 'plan-not-offered';

/** A plan of the subscription's product for as many people as it has; null when it is not sold so. */
export function offeredPlan(
  ctx: DomainContext,
  { brand, variant, productCode, people, price }: Subscription,
  planId: string,
): NextPlan | null {
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, planId);
  const cost = plan && priceFor(plan, people);
  if (!plan || !cost || cost.currency !== price.currency) return null;
  return { planId: plan.id, price: cost, periodMonths: plan.cycles };
}

function priceFor(plan: Plan, people: number): Plan['price'] | null {
  return people === 1 ? plan.price : (plan.profiles.find(({ count }) => count === people)?.price ?? null);
}

/** The next term is of another plan (or, with the plan that it has, no longer is). Nothing is owed for it now. */
export async function changePlanAtPeriodEnd(
  ctx: DomainContext,
  id: string,
  planId: string,
): Promise<Result<NextPlan, PlanChangeFailure>> {
  return inTransaction<NextPlan, PlanChangeFailure>(ctx.db, async (trx) => {
    const subscription = await lockSubscription(trx, id);
    if (!subscription) return err('not-found');
    const { planId: current, price, periodMonths } = subscription;
    if (planId === current) return changeNextPlan(ctx, trx, subscription, { planId, price, periodMonths });
    const next = offeredPlan(ctx, subscription, planId);
    return next ? changeNextPlan(ctx, trx, subscription, next) : err('plan-not-offered');
  });
}

/** The same for a plan and a price that were agreed to, in a transaction whose caller holds the subscription's lock. */
export async function changeNextPlan(
  ctx: DomainContext,
  trx: Db,
  subscription: Subscription,
  next: NextPlan,
): Promise<Result<NextPlan, PlanChangeFailure>> {
  const { id, planId: current, price, state, cancelsOn } = subscription;
  const isSame = next.planId === current && next.price.amount === price.amount;
  if ((state !== 'active' && state !== 'trialing') || cancelsOn !== null) return err('not-possible');
  const period = await owedPeriod(trx, id);
  if (period?.state !== 'due') return err(period ? 'charge-under-way' : 'not-possible');
  await trx
    .updateTable('subscriptions')
    .set({
      next_plan_id: isSame ? null : next.planId,
      next_amount: isSame ? null : next.price.amount,
      next_period_months: isSame ? null : next.periodMonths,
    })
    .where('id', '=', id)
    .execute();
  await updatePeriod(trx, period, {
    term_to: termAt(subscription.anchor, period.anchorMonths, next.periodMonths).termTo,
  });
  const details = { from: current, plan: next.planId, when: 'period-end' };
  const now = ctx.clock.now();
  await noteSubscriptionEvent(trx, { id, event: 'plan-set', from: state, to: state, details, now });
  await recordSubscriptionEvent(trx, id, 'subscription-changed', now.toISOString(), details, now);
  return ok(next);
}

/**
 * The rest of the term is of another plan, in the transaction that makes the difference paid: its end stays, and the next
 * term is charged at the new plan's price. `dedup` names the change (the order that paid for it): again, it does nothing.
 */
export async function changePlanNow(
  ctx: DomainContext,
  trx: Db,
  id: string,
  change: { readonly planId: string; readonly dedup: string },
): Promise<Result<NextPlan, PlanChangeFailure>> {
  const subscription = await lockSubscription(trx, id);
  if (!subscription) return err('not-found');
  const { planId: current, state, price, periodMonths } = subscription;
  if (current === change.planId) return ok({ planId: current, price, periodMonths });
  const next = offeredPlan(ctx, subscription, change.planId);
  if (!next) return err('plan-not-offered');
  if (state === 'canceled') return err('not-possible');
  await trx
    .updateTable('subscriptions')
    .set({
      plan_id: next.planId,
      amount: next.price.amount,
      period_months: next.periodMonths,
      next_plan_id: null,
      next_amount: null,
      next_period_months: null,
    })
    .where('id', '=', id)
    .execute();
  const period = await owedPeriod(trx, id);
  if (period?.state === 'due')
    await updatePeriod(trx, period, {
      term_to: termAt(subscription.anchor, period.anchorMonths, next.periodMonths).termTo,
    });
  const details = { from: current, plan: next.planId, when: 'now' };
  const now = ctx.clock.now();
  await noteSubscriptionEvent(trx, { id, event: 'plan-changed', from: state, to: state, details, now });
  await recordSubscriptionEvent(trx, id, 'subscription-changed', change.dedup, details, now);
  return ok(next);
}
