import { type Money, money } from '#src/kernel/money/money.ts';
import type { Plan, PlanMethod, Product } from './catalog.types.ts';

/** The payment methods that a plan offers, in order. */
export function offeredMethods(plan: Plan): readonly PlanMethod[] {
  return plan.methods.filter((method) => method.active);
}

/** The plan with this id, whether it is the plan's own or that of one of its methods. */
export function findPlan(product: Pick<Product, 'plans'>, planId: string): Plan | null {
  return (
    product.plans.find((plan) => plan.id === planId || plan.methods.some((method) => method.planId === planId)) ?? null
  );
}

/**
 * The plan that a link asks for: by id, else the first of a type, else the first. An id or a type that the product does
 * not have gives `null`: an unknown offer is an error, never another price.
 */
export function choosePlan(
  product: Product,
  wanted: { readonly planId?: string | undefined; readonly planType?: string | undefined },
): Plan | null {
  if (wanted.planId !== undefined) return findPlan(product, wanted.planId);
  const { planType } = wanted;
  return product.plans.find((plan) => planType === undefined || plan.planType === planType) ?? null;
}

/**
 * A plan, and its prices for several people, at a discount in hundredths of a percent, rounded down to the minor unit. The
 * price before becomes the list price. Throws a `RangeError` for a discount that is none, or of everything.
 */
export function discountPlan(plan: Plan, basisPoints: number): Plan {
  if (!Number.isSafeInteger(basisPoints) || basisPoints < 0 || basisPoints >= 10_000)
    throw new RangeError(`Cannot take ${basisPoints} hundredths of a percent off`);
  if (basisPoints === 0) return plan;
  const lower = ({ amount, currency }: Money): Money =>
    money(amount - (amount * BigInt(basisPoints)) / 10_000n, currency);
  const price = lower(plan.price);
  const cycles = BigInt(plan.cycles);
  return {
    ...plan,
    price,
    standardPrice: plan.price,
    cyclePrice: money((price.amount + cycles - 1n) / cycles, price.currency),
    profiles: plan.profiles.map((one) => ({ ...one, price: lower(one.price) })),
  };
}
