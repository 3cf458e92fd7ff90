import {
  choosePlan,
  type OrderBump,
  type Plan,
  type Product,
  type ProfilePrice,
  voucherKey,
} from '../../catalog/products/index.ts';
import type { CheckoutLink, SessionAnswers } from '../sessions/index.ts';

/** Additions of a quote to its plan. */
export interface QuoteExtras {
  /** For more people than the buyer alone, or `null`. */
  readonly profiles: ProfilePrice | null;
  readonly bumps: readonly OrderBump[];
}

/** A plan as one buyer wants it. */
export interface ChosenOffer {
  readonly plan: Plan;
  readonly extras: QuoteExtras;
}

export const noExtras: QuoteExtras = { profiles: null, bumps: [] };

/**
 * The offer that a session is about: the plan that is requested or that the link names, else the one that was chosen on a
 * step, else the first; with its additions. An answer that the catalog does not know (any more) counts as not given; a
 * link's plan that it does not know gives `null`.
 */
export function chosenOffer(
  product: Product,
  link: CheckoutLink,
  answers: SessionAnswers,
  request: { readonly planId?: string; readonly planType?: string } = {},
): ChosenOffer | null {
  const planId = request.planId ?? link['planId'] ?? link['offer'];
  const planType = request.planType ?? link['planType'];
  const answered = product.plans.find(({ id }) => id === answers.planId);
  const plan =
    planId === undefined && planType === undefined && answered ? answered : choosePlan(product, { planId, planType });
  return plan && { plan, extras: extrasOf(plan, answers) };
}

/** The additions that were chosen and that the plan has. */
export function extrasOf({ profiles, bumps }: Plan, answers: SessionAnswers): QuoteExtras {
  return {
    profiles: profiles.find(({ count }) => count === answers.profiles) ?? null,
    bumps: bumps.filter(({ code }) => answers.orderBumps?.includes(code)),
  };
}

/** The voucher key of a link's code; empty when the link has none, or one that the buyer removed. */
export function linkVoucher(code: string | null | undefined, { withoutVoucher }: SessionAnswers): string {
  const key = voucherKey(code ?? '');
  return key === withoutVoucher ? '' : key;
}
