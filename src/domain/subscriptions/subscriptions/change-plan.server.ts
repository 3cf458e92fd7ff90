import type { JsonObject } from '#src/kernel/json/json.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { findPlan, type Plan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { leadById, recordConsent } from '../../checkout/leads/index.server.ts';
import { recordSubscriptionEvent } from '../../messaging/outbox/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import type { ChangeFailure } from './set-instrument.server.ts';
import { recordSubscriptionHistory, setCurrentPlan, setNextPlan } from './subscription-changes.repository.server.ts';
import { owedPeriod, updatePeriod } from './periods/billing-period.repository.server.ts';
import { lockSubscription } from './subscription.repository.server.ts';
import type { AgreedCharge } from './subscription-service.port.ts';
import type { NextPlan, Subscription, BillingPeriod } from './subscription.types.ts';
import { isPaymentUnderWay, lockOwedOrder } from './periods/period-being-paid.server.ts';
import { periodDatesAt } from './periods/period-calendar.ts';
import { planChange } from './plan-change.ts';

export type PlanChangeFailure = ChangeFailure | 'plan-not-offered';

/** A plan of the subscription's product for as many people as it has; null when the product has no such plan or price. */
export function offeredPlan(
  ctx: SubscriptionsContext,
  { brand, variant, productCode, people, price }: Subscription,
  planId: string,
): NextPlan | null {
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, planId);
  const cost = plan && priceForPeople(plan, people);
  if (!plan || !cost || cost.currency !== price.currency) return null;
  return { planId: plan.id, price: cost, periodMonths: plan.cycles };
}

function priceForPeople(plan: Plan, people: number): Plan['price'] | null {
  return people === 1 ? plan.price : (plan.profiles.find(({ count }) => count === people)?.price ?? null);
}

/**
 * Schedules another plan for the next billing period; the current plan takes such a change back. Nothing is owed for it now.
 * With `agreed`, `changed` when price or day are no longer what the buyer agreed to.
 */
export async function changePlanAtPeriodEnd(
  ctx: SubscriptionsContext,
  id: string,
  planId: string,
  agreed?: AgreedCharge,
): Promise<Result<NextPlan, PlanChangeFailure | 'changed'>> {
  return inTransaction<NextPlan, PlanChangeFailure | 'changed'>(ctx.db, async (trx) => {
    await lockOwedOrder(trx, id);
    const subscription = await lockSubscription(trx, id);
    if (!subscription) return err('not-found');
    const { planId: current, price, periodMonths, market } = subscription;
    const next = planId === current ? { planId, price, periodMonths } : offeredPlan(ctx, subscription, planId);
    if (!next) return err('plan-not-offered');
    if (!agreed) return changeNextPlan(ctx, trx, subscription, next);
    const today = marketDate(ctx.clock.now(), market);
    const { nextChargeOn } = planChange(subscription, { price: next.price, cycles: next.periodMonths }, today, null);
    if (next.price.amount !== agreed.amount || nextChargeOn !== agreed.on) return err('changed');
    return changeNextPlan(ctx, trx, subscription, next, agreed);
  });
}

/** Records the buyer's consent with its words. Returns the details that the history keeps of it. */
async function recordAgreedCharge(
  ctx: SubscriptionsContext,
  trx: Db,
  { leadId }: Subscription,
  agreed: AgreedCharge,
): Promise<JsonObject> {
  const lead = await leadById(trx, leadId);
  if (!lead) throw new Error(`No lead ${leadId}`);
  const { amount, on, ...words } = agreed;
  const given = { sessionId: lead.sessionId, ...words };
  const consentId = await recordConsent(trx, given, 'plan-change', ctx.clock.now());
  return { consentId, amount: unitsToJson(amount), chargeOn: on };
}

/** Schedules a plan at an agreed price, in a transaction whose caller holds the subscription's lock. */
export async function changeNextPlan(
  ctx: SubscriptionsContext,
  trx: Db,
  subscription: Subscription,
  next: NextPlan,
  agreed?: AgreedCharge,
): Promise<Result<NextPlan, PlanChangeFailure>> {
  const { id, planId: current, price, state, cancelsOn } = subscription;
  const isSame = next.planId === current && next.price.amount === price.amount;
  if ((state !== 'active' && state !== 'trialing') || cancelsOn !== null) return err('not-possible');
  const period = await owedPeriod(trx, id);
  if (!period) return err('not-possible');
  // A change without an agreed day is for periods whose payment has not begun: one that is being paid stays as invoiced.
  const isAboutThisPeriod = agreed !== undefined || period.state !== 'due';
  if (isAboutThisPeriod && (await isPaymentUnderWay(trx, subscription, period))) return err('charge-under-way');
  await setNextPlan(trx, id, isSame ? null : next);
  await updatePeriod(trx, period, {
    period_end: periodDatesAt(subscription.anchor, period.anchorMonths, next.periodMonths).periodEnd,
  });
  await cancelOutdatedInvoice(ctx, trx, period);
  const details = { from: current, plan: next.planId, when: 'period-end' };
  const now = ctx.clock.now();
  const kept = agreed ? { ...details, ...(await recordAgreedCharge(ctx, trx, subscription, agreed)) } : details;
  await recordSubscriptionHistory(trx, { id, event: 'plan-set', from: state, to: state, details: kept, now });
  await recordSubscriptionEvent(trx, id, 'subscription-changed', now.toISOString(), details, now);
  return ok(next);
}

/** Has a job cancel the invoice of the owed billing period, where that costs something else by now. */
async function cancelOutdatedInvoice(
  ctx: SubscriptionsContext,
  trx: Db,
  { subscriptionId, orderId }: Pick<BillingPeriod, 'subscriptionId' | 'orderId'>,
): Promise<void> {
  if (orderId !== null) await ctx.jobs.send(trx, 'cancel-open-charges', { subscriptionId });
}

/**
 * Changes the plan for the rest of the billing period, in the transaction that makes the difference paid: the period's end
 * stays, and the next period is charged at the new plan's price. `dedup` names the change (the order that paid for it): the
 * same change again does nothing.
 */
export async function changePlanNow(
  ctx: SubscriptionsContext,
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
  await setPlanNow(ctx, trx, subscription, next, { dedup: change.dedup, now: ctx.clock.now() });
  return ok(next);
}

/** Sets plan and price for the rest of the period and for what follows it. The caller holds the subscription's lock. */
export async function setPlanNow(
  ctx: SubscriptionsContext,
  trx: Db,
  subscription: Subscription,
  next: NextPlan,
  { dedup, now }: { readonly dedup: string; readonly now: Date },
): Promise<void> {
  const { id, planId: current, state } = subscription;
  await setCurrentPlan(trx, id, next);
  const period = await owedPeriod(trx, id);
  if (period?.state === 'due')
    await updatePeriod(trx, period, {
      period_end: periodDatesAt(subscription.anchor, period.anchorMonths, next.periodMonths).periodEnd,
    });
  if (period) await cancelOutdatedInvoice(ctx, trx, period);
  const details = { from: current, plan: next.planId, when: 'now' };
  await recordSubscriptionHistory(trx, { id, event: 'plan-changed', from: state, to: state, details, now });
  await recordSubscriptionEvent(trx, id, 'subscription-changed', dedup, details, now);
}
