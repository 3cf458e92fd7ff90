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
