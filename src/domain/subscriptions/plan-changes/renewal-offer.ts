import { findPlan, type Plan, type Product } from '../../catalog/products/index.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import {
  type NextPlan,
  owedPrice,
  owedPriceOf,
  renewalProduct,
  type Subscription,
  type BillingPeriod,
  periodPaidOn,
} from '../subscriptions/index.ts';

type Catalog = Pick<SubscriptionsContext, 'catalog'>;

/** What the next term is of when nobody wishes otherwise. */
export function agreedPlan(subscription: Subscription): NextPlan {
  const { planId, periodMonths } = subscription.next ?? subscription;
  return { planId, price: owedPrice(subscription), periodMonths };
}

/** What a term of a plan costs whoever has this subscription, minor units; null when it is not offered to them. */
export function renewalPrice({ catalog }: Catalog, subscription: Subscription, planId: string): bigint | null {
  const { brand, variant, productCode } = subscription;
  const agreed = owedPriceOf(subscription, planId);
  if (agreed) return agreed.amount;
  const product = catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, planId);
  return plan && isForMarket(plan, subscription) ? priceForPeople(plan, subscription.people) : null;
}

/** Plans that a renewal may go on with, as the specification maps them, at what they cost this subscription. */
export function renewalOffer({ catalog }: Catalog, subscription: Subscription) {
  const { brand, variant, productCode } = subscription;
  const product = catalog.product(brand, variant, productCode);
  if (!product) return null;
  const plans = product.plans.flatMap((plan): Plan[] => {
    const amount = renewalPrice({ catalog }, subscription, plan.id);
    return amount === null ? [] : [{ ...plan, price: { ...plan.price, amount } }];
  });
  return renewalProduct({ ...product, plans } satisfies Product);
}

function isForMarket(plan: Plan, { market, price }: Subscription): boolean {
  return plan.market === market && plan.price.currency === price.currency;
}

function priceForPeople(plan: Plan, people: number): bigint | null {
  return people === 1 ? plan.price.amount : (plan.profiles.find(({ count }) => count === people)?.price.amount ?? null);
}

/** The term that a renewal pays for. */
export interface RenewalPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Day on which the term after it is charged. */
  readonly nextChargeOn: LocalDate;
}

/** The term that is paid for by a payment today, as `applyPeriodPayment` writes it. */
export function renewalPeriod(
  subscription: Pick<Subscription, 'state' | 'anchor'>,
  owed: Pick<BillingPeriod, 'periodStart' | 'anchorMonths'>,
  months: number,
  today: LocalDate,
): RenewalPeriod {
  const { term, next } = periodPaidOn(subscription, owed, { paidMonths: months }, today);
  return { from: term.periodStart, to: term.periodEnd, nextChargeOn: next.periodStart };
}
