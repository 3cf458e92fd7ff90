import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { CheckoutSession, SessionAnswers } from '../sessions/index.ts';
import { saveStepAnswers } from '../sessions/index.server.ts';
import { chosenOffer } from './chosen-offer.ts';

/** Additions to a plan: order bumps by code, and the number of people. */
export type ExtrasRequest = Pick<SessionAnswers, 'orderBumps' | 'profiles'>;

export type ExtrasFailure = 'plan-not-found' | 'order-bump-not-offered' | 'profiles-not-offered' | 'price-frozen';

/**
 * Stores what a call adds to its plan, as the steps of a flow do; what it does not name stays. One person is the plan as it
 * is. Refused, with nothing written, when the plan has no such addition or money was received for another price.
 */
export async function saveExtras(
  ctx: CheckoutContext,
  session: CheckoutSession,
  request: ExtrasRequest,
  plan: { readonly planId?: string; readonly planType?: string } = {},
): Promise<Result<CheckoutSession, ExtrasFailure>> {
  if (request.orderBumps === undefined && request.profiles === undefined) return ok(session);
  const product = ctx.catalog.product(session.brand, session.variant, session.productCode);
  const offer = product && chosenOffer(product, session.link, session.answers, plan);
  if (!offer) return err('plan-not-found');
  const { bumps, profiles } = offer.plan;
  if (request.orderBumps?.some((code) => !bumps.some((bump) => bump.code === code)))
    return err('order-bump-not-offered');
  if (
    request.profiles !== undefined &&
    request.profiles > 1 &&
    !profiles.some(({ count }) => count === request.profiles)
  )
    return err('profiles-not-offered');
  return saveStepAnswers(ctx, session, request);
}
