import { offeredMethods, type Plan, type Product } from '../../catalog/products/index.ts';
import { installmentOptions } from '../../checkout/quotes/index.ts';

/** A plan as the specification maps it for a renewal (section 3). Amounts are minor units; taxes are zeroed. */
export interface RenewalPlan {
  readonly id: string;
  readonly amount: bigint;
  readonly standardAmount: bigint;
  readonly code: string;
  readonly planName: string;
  readonly planType: Plan['planType'];
  readonly currency: Plan['price']['currency'];
  readonly installments: readonly {
    readonly id: number;
    readonly value: bigint;
    readonly standardValue: bigint;
    readonly tax: 0n;
    readonly totalValue: bigint;
  }[];
  readonly paymentMethods: readonly string[];
}

export interface RenewalProduct {
  readonly name: string;
  readonly code: string;
  readonly plans: readonly RenewalPlan[];
}

/** The plans with which a subscription may be renewed, whose installments cost no interest. */
export function renewalProduct(product: Product): RenewalProduct {
  return { name: product.title, code: product.code, plans: product.plans.map(renewalPlan) };
}

function renewalPlan(plan: Plan): RenewalPlan {
  const terms = plan.installments && { max: plan.installments.max, minimum: plan.installments.minimum };
  const options = terms ? installmentOptions(plan.price, terms, plan.standardPrice) : [];
  return {
    id: plan.id,
    amount: plan.price.amount,
    standardAmount: plan.standardPrice.amount,
    code: plan.code,
    planName: plan.name,
    planType: plan.planType,
    currency: plan.price.currency,
    installments: options.map(({ count, value, standardValue, total }) => ({
      id: count,
      value,
      standardValue,
      tax: 0n,
      totalValue: total,
    })),
    paymentMethods: offeredMethods(plan).map(({ method }) => method),
  };
}
