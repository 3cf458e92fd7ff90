import { newId } from '#src/kernel/ids/ids.server.ts';
import { later } from '#src/kernel/db/pipeline.server.ts';
import type { Money } from '#src/kernel/money/money.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { findPlan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import type { Order } from '../../orders/index.ts';
import { recordSubscriptionEvent } from '../../messaging/outbox/index.server.ts';
import { type Agreement, agreementOf } from './agreement.server.ts';
import { recordSubscriptionHistory } from './apply-subscription-event.server.ts';
import { insertPeriods, type NewBillingPeriod } from './periods/billing-period.repository.server.ts';
import { planRenews } from '../../catalog/terms/index.ts';
import { applyPlanChange } from './apply-plan-change.server.ts';
import { firstCheckAt, periodDatesAt } from './periods/period-calendar.ts';

/** What was agreed to beside the order's own rows. */
export interface Agreed {
  /** The free time of the plan begins, and nothing was paid: the first term is charged when it is over. */
  readonly trial?: boolean;
  /** The day from which its days were counted when they were agreed to; absent: today. Midnight may have passed since. */
  readonly startsOn?: LocalDate;
  /** What a term costs; absent: what the order's own lines say, without the voucher of the first term. */
  readonly price?: Money;
  /** The kept means that the buyer lets us charge; absent: the one that came with the order's payment. */
  readonly profileId?: string;
}

/**
 * Begins the subscription of an order, in the transaction that makes the order paid (or that accepts a free trial): its
 * first term, paid by this order, and the one after it, which is due when that is over. Nothing happens for a plan that does
 * not go on (see `planRenews`) and for an order that pays a bill: a term, a change or a debt of what exists already. Answers the subscription's id, or null.
 * Called again for the same order it finds the first. The caller holds the order's lock.
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
  if (agreement.isBill) await applyPlanChange(ctx, trx, order);
  if (agreement.begun !== null || agreement.isBill) return agreement.begun;
  const now = ctx.clock.now();
  const today = agreed.startsOn ?? marketDate(now, order.market);
  const { trial } = plan;
  const anchor = trial?.unit === 'day' ? addDays(today, trial.count) : today;
  const freeMonths = trial?.unit === 'month' ? trial.count : 0;
  const first = periodDatesAt(anchor, freeMonths, plan.cycles);
  const isPaid = agreed.trial !== true;
  const next = isPaid ? periodDatesAt(anchor, freeMonths + plan.cycles, plan.cycles) : first;
  const free = trial ? { periodStart: today, periodEnd: addDays(first.periodStart, -1) } : null;
  const amount = agreed.price?.amount ?? agreement.amount + firstTermDiscount(ctx, order, agreement);
  const people = plan.profiles.find(({ price }) => price.amount - plan.price.amount === agreement.profiles)?.count ?? 1;
  const id = newId('sub');
  const state = isPaid ? 'active' : 'trialing';

  await later(
    trx,
    trx.insertInto('subscriptions').values({
      id,
      lead_id: order.leadId,
      order_id: order.id,
      brand: order.brand,
      variant: order.variant,
      business: order.business,
      product_code: order.productCode,
      plan_id: plan.id,
      market: order.market,
      locale: order.locale,
      currency: order.currency,
      amount,
      state,
      period_start: isPaid ? (free ?? first).periodStart : today,
      period_end: isPaid ? first.periodEnd : addDays(next.periodStart, -1),
      created_at: now,
      anchor,
      period_months: plan.cycles,
      people,
      next_charge_on: next.periodStart,
      trial_until: free?.periodEnd ?? null,
      instrument: agreement.instrument.kind,
      payment_profile_id: agreement.instrument.kind === 'profile' ? agreement.instrument.profileId : null,
      mandate_id: agreement.instrument.kind === 'mandate' ? agreement.instrument.mandateId : null,
      installments: agreement.instrument.kind === 'profile' ? agreement.instrument.installments : 1,
    }),
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

/** What the voucher took off and takes off no more: all of it, unless the voucher's data say that it holds for every term. */
function firstTermDiscount(
  ctx: SubscriptionsContext,
  { brand, variant }: Order,
  { voucher, discount }: Agreement,
): bigint {
  if (voucher === null) return 0n;
  return ctx.catalog.voucher(brand, variant, voucher)?.everyTerm === true ? 0n : discount;
}
