import { choosePlan, type Plan } from '#src/domain/catalog/products/index.ts';
import { type Lead, leadById } from '#src/domain/checkout/leads/index.server.ts';
import { type Subscription, subscriptionById } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { addDays, formatLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import { openMagicLink, isSoldByVisit, linkExpired } from '../links/open-magic-link.server.ts';
import type { SubscriptionView } from './subscription.types.ts';

export interface FoundSubscription {
  readonly kind: 'found';
  readonly subscription: Subscription;
  readonly lead: Lead;
  /** The current plan; null when it is not sold any more. */
  readonly plan: Plan | null;
  /** Today in the market's time zone. */
  readonly today: LocalDate;
}

/** The subscription of a link. An unknown or foreign subscription gives the same `not found` answer. */
export async function findSubscription(
  request: PageRequest,
  id: string,
): Promise<FoundSubscription | Exclude<Awaited<ReturnType<typeof openMagicLink>>, null>> {
  const refused = await openMagicLink(request, id);
  if (refused) return refused;
  const { ctx, visit } = request;
  const subscription = await subscriptionById(ctx, id);
  const lead = subscription && (await leadById(ctx.db, subscription.leadId));
  if (!subscription || !lead || !isSoldByVisit(request, subscription)) return linkExpired(request);
  const plan = choosePlan(visit.product, { planId: subscription.planId });
  return { kind: 'found', subscription, lead, plan, today: marketDate(ctx.clock.now(), subscription.market) };
}

/** The current period is a trial. */
export function isTrialPeriod({ periodEnd, trialUntil }: Subscription): boolean {
  return trialUntil === periodEnd;
}

/** A subscription as formatted text. */
export function subscriptionView(
  { visit, view }: PageRequest,
  { subscription, plan }: FoundSubscription,
): SubscriptionView {
  return {
    product: visit.product.title,
    plan: plan?.name ?? visit.product.title,
    price: formatMoney(subscription.price, view.locale),
    until: formatLocalDate(subscription.periodEnd),
    isFree: isTrialPeriod(subscription),
    next: nextOf(visit.product.plans, subscription),
    state: subscription.state,
  };
}

function nextOf(plans: readonly Plan[], { next, periodEnd }: Subscription): SubscriptionView['next'] {
  if (next === null) return null;
  const plan = plans.find(({ id }) => id === next.planId);
  return { plan: plan?.name ?? next.planId, from: formatLocalDate(addDays(periodEnd, 1)) };
}
