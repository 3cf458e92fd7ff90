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

/** The plan of the next billing period as agreed. */
export function agreedPlan(subscription: Subscription): NextPlan {
  const { planId, periodMonths } = subscription.next ?? subscription;
  return { planId, price: owedPrice(subscription), periodMonths };
}

/** What a billing period of a plan costs this subscription, minor units; null when the plan is not offered to it. */
export function renewalPrice({ catalog }: Catalog, subscription: Subscription, planId: string): bigint | null {
  const { brand, variant, productCode } = subscription;
  const agreed = owedPriceOf(subscription, planId);
  if (agreed) return agreed.amount;
  const product = catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, planId);
  return plan && isForMarket(plan, subscription) ? priceForPeople(plan, subscription.people) : null;
}

/** The plans with which a subscription may be renewed, as the specification maps them, at what they cost it. */
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

/** The billing period that a renewal pays for. */
export interface RenewalPeriod {
  readonly from: LocalDate;
  readonly to: LocalDate;
  /** Day on which the period after it is charged. */
  readonly nextChargeOn: LocalDate;
}

/** The billing period that a payment today pays for, as `applyPeriodPayment` writes it. */
export function renewalPeriod(
  subscription: Pick<Subscription, 'state' | 'anchor'>,
  owed: Pick<BillingPeriod, 'periodStart' | 'anchorMonths'>,
  months: number,
  today: LocalDate,
): RenewalPeriod {
  const { current, next } = periodPaidOn(subscription, owed, { paidMonths: months }, today);
  return { from: current.periodStart, to: current.periodEnd, nextChargeOn: next.periodStart };
}
