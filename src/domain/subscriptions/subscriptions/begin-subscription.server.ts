import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Money } from '#src/kernel/money/money.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import { addDays, addMonths, dateParts, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { findPlan } from '../../catalog/products/index.ts';
import { planRenews } from '../../catalog/terms/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import type { AcceptedTrial } from '../../payments/context.server.ts';
import { recordSubscriptionEvent } from '../../messaging/outbox/index.server.ts';
import { type Agreement, agreementOf } from './agreement.repository.server.ts';
import { applyPlanChange } from './apply-plan-change.server.ts';
import { insertPeriods, type NewBillingPeriod } from './periods/billing-period.repository.server.ts';
import { firstCheckAt, periodDatesAt } from './periods/period-calendar.ts';
import { recordSubscriptionHistory, setTrialTerms } from './subscription-changes.repository.server.ts';
import { insertSubscription } from './subscription.repository.server.ts';
import type { SubscriptionStart } from './subscription.types.ts';

/** What was agreed to beside the order's own rows. */
export interface Agreed {
  /** A trial begins, and nothing was paid: the first billing period is charged when the trial is over. */
  readonly trial?: boolean;
  /** The day from which the days were counted when they were agreed to; absent: today. Midnight may have passed since. */
  readonly startsOn?: LocalDate;
  /** What a billing period costs; absent: what the order's lines say, without the voucher of the first period. */
  readonly price?: Money;
  /** The payment profile that the buyer lets us charge; absent: the one that came with the order's payment. */
  readonly profileId?: string;
}

/**
 * Begins the subscription of an order, in the transaction that makes the order paid (or that accepts a free trial): its first
 * billing period, paid by this order, and the one after it, which is due when the first is over. Does nothing for a plan that
 * does not renew (see `planRenews`) and for an order that pays an invoice of what exists already. Returns the subscription's
 * id, or null. Called again for the same order it finds the first. The caller holds the order's lock.
 */
export async function beginSubscription(
  ctx: SubscriptionsContext,
  trx: Db,
  order: Order,
  agreed: Agreed = {},
): Promise<string | null> {
  const product = ctx.catalog.product(order.brand, order.variant, order.productCode);
  const plan = product && findPlan(product, order.planId);
  if (!plan || !planRenews(plan) || (order.subscriptionId ?? null) !== null) return null;
  const agreement = await agreementOf(trx, order, agreed.profileId ?? null);
  if (agreement.isInvoice) await applyPlanChange(ctx, trx, order);
  if (agreement.begun !== null || agreement.isInvoice) return agreement.begun;
  const now = ctx.clock.now();
  const today = agreed.startsOn ?? marketDate(now, order.market);
  const { trial } = plan;
  const anchor = trial?.unit === 'day' ? addDays(today, trial.count) : today;
  const freeMonths = trial?.unit === 'month' ? trial.count : 0;
  const first = periodDatesAt(anchor, freeMonths, plan.cycles);
  const isPaid = agreed.trial !== true;
  const next = isPaid ? periodDatesAt(anchor, freeMonths + plan.cycles, plan.cycles) : first;
  const free = trial ? { periodStart: today, periodEnd: addDays(first.periodStart, -1) } : null;
  const amount = agreed.price?.amount ?? agreement.amount + firstPeriodDiscount(ctx, order, agreement);
  const people = plan.profiles.find(({ price }) => price.amount - plan.price.amount === agreement.profiles)?.count ?? 1;
  const id = newId('sub');
  const state = isPaid ? 'active' : 'trialing';
  const { leadId, brand, variant, business, productCode, market, locale, currency } = order;

  await insertSubscription(
    trx,
    {
      ...{ id, leadId, orderId: order.id, brand, variant, business, productCode, planId: plan.id, market, locale },
      ...{ price: { amount, currency }, state, anchor, people, instrument: agreement.instrument },
      periodStart: isPaid ? (free ?? first).periodStart : today,
      periodEnd: isPaid ? first.periodEnd : addDays(next.periodStart, -1),
      periodMonths: plan.cycles,
      nextChargeOn: next.periodStart,
      trialUntil: free?.periodEnd ?? null,
    },
    now,
  );
  const paid: NewBillingPeriod = {
    ...first,
    periodStart: (free ?? first).periodStart,
    subscriptionId: id,
    number: 1,
    state: 'paid',
    orderId: order.id,
    nextTryAt: null,
  };
  const nextTryAt = firstCheckAt(next.periodStart, agreement.instrument.kind, order.market);
  const number = isPaid ? 2 : 1;
  const due: NewBillingPeriod = { ...next, subscriptionId: id, number, state: 'due', orderId: null, nextTryAt };
  await insertPeriods(trx, isPaid ? [paid, due] : [due], now);
  const details = { orderId: order.id, dueOn: next.periodStart };
  await recordSubscriptionHistory(trx, { id, event: 'started', from: null, to: state, details, now });
  await recordSubscriptionEvent(trx, id, 'subscription-started', '', details, now);
  return id;
}

/** The discount that later periods do not have: the voucher's, unless its data say that it holds for every period. */
function firstPeriodDiscount(
  ctx: SubscriptionsContext,
  { brand, variant }: Order,
  { voucher, discount }: Agreement,
): bigint {
  if (voucher === null) return 0n;
  return ctx.catalog.voucher(brand, variant, voucher)?.everyTerm === true ? 0n : discount;
}

/**
 * Begins the subscription of an order whose plan begins with a free trial, in the transaction that accepts the trial or that
 * makes the order paid. Throws for a plan that does not renew: no one would charge it later. The caller holds the order's lock.
 */
export async function beginTrialSubscription(
  ctx: SubscriptionsContext,
  trx: Db,
  order: Order,
  { price, people, installments, profileId, startsOn }: AcceptedTrial,
): Promise<void> {
  const id = await beginSubscription(ctx, trx, order, {
    trial: true,
    price,
    ...(startsOn === undefined ? {} : { startsOn }),
    ...(profileId === null ? {} : { profileId }),
  });
  if (id === null) throw new Error(`The plan of ${order.id} does not renew`);
  await setTrialTerms(trx, id, { people, installments });
}

/** Begins a subscription that was sold elsewhere than by an order of ours, with the period after the one that is paid. */
export async function createSubscription(ctx: SubscriptionsContext, start: SubscriptionStart): Promise<string> {
  const id = newId('sub');
  const now = ctx.clock.now();
  const periodMonths = start.periodMonths ?? monthsBetween(start.periodStart, addDays(start.periodEnd, 1));
  const nextChargeOn = addDays(start.periodEnd, 1);
  const isOver = start.state === 'canceled';
  await transaction(ctx.db, async (trx) => {
    const dates = { anchor: nextChargeOn, periodMonths, nextChargeOn: isOver ? null : nextChargeOn };
    await insertSubscription(trx, { ...start, ...dates, id, orderId: null, canceledAt: isOver ? now : null }, now);
    if (isOver) return;
    const period = periodDatesAt(nextChargeOn, 0, periodMonths);
    const nextTryAt = firstCheckAt(nextChargeOn, 'invoice', start.market);
    const due = { subscriptionId: id, number: 1, state: 'due', orderId: null, nextTryAt } as const;
    await insertPeriods(trx, [{ ...period, ...due }], now);
  });
  return id;
}

/** Whole months from one day to another, at least one. */
function monthsBetween(from: LocalDate, to: LocalDate): number {
  const [one, other] = [dateParts(from), dateParts(to)];
  const months = (other.year - one.year) * 12 + other.month - one.month;
  return Math.max(1, addMonths(from, months) > to ? months - 1 : months);
}
