import type { SubscriptionFacts } from '../service-facts.types.ts';
import type { ExplanationRule, RuleMatch } from './explanation.types.ts';
import { count, day, money, type SaleView, text, time } from './sale-view.ts';

const dayMs = 86_400_000;

/** The subscription whose owed billing period this order would pay. A paid order is no renewal's: its link opens nothing. */
function owedBy(view: SaleView): SubscriptionFacts | null {
  const { subscription } = view.sale;
  const isOwed = view.isUnpaid && subscription?.owed?.number === view.order.billingPeriodNumber;
  return isOwed ? subscription : null;
}

/** Days since the first failure of the dunning that is under way. */
function dunning(
  view: SaleView,
  holds: (one: NonNullable<SubscriptionFacts['dunning']>) => boolean,
): RuleMatch | false {
  const subscription = owedBy(view);
  const found = subscription?.dunning;
  if (!subscription || !found || found.outcome !== null || !holds(found)) return false;
  const days = Math.floor((view.now.getTime() - new Date(`${found.startedOn}T00:00:00Z`).getTime()) / dayMs);
  return {
    about: subscription.id,
    values: {
      ...{ day: count(Math.max(days, 0)), tries: count(found.retries), amount: money(view, subscription.amount) },
      ...(found.retryAt ? { next: time(found.retryAt) } : {}),
    },
  };
}

function ofSubscription(
  found: SubscriptionFacts | null,
  view: SaleView,
  holds: (one: SubscriptionFacts) => boolean,
): RuleMatch | false {
  if (!found || !holds(found)) return false;
  return {
    about: found.id,
    values: {
      ...{ until: day(found.cancelsOn ?? found.periodEnd), amount: money(view, found.amount) },
      ...{ reason: text(found.cancelReason ?? '–'), next: day(found.nextChargeOn ?? found.periodEnd) },
    },
  };
}

/** Unpaid orders of a renewal that failed. An attempt that is still under way is told before them: it may yet pay. */
export const renewalRules: readonly ExplanationRule[] = [
  {
    ...{ id: 'subscription-suspended', tone: 'needs-you', cause: 'buyer', cure: 'link.create' },
    when: (view) => ofSubscription(owedBy(view), view, ({ state }) => state === 'suspended'),
  },
  {
    ...{ id: 'renewal-needs-instrument', tone: 'needs-you', cause: 'buyer', cure: 'link.create' },
    when: (view) => dunning(view, ({ needsInstrument }) => needsInstrument),
  },
  {
    ...{ id: 'renewal-retried', tone: 'waits', cause: 'buyer-bank', cure: 'link.create' },
    when: (view) => dunning(view, ({ retryAt }) => retryAt !== null),
  },
  {
    ...{ id: 'renewal-failed', tone: 'needs-you', cause: 'buyer-bank', cure: 'link.create' },
    when: (view) =>
      dunning(view, () => true) || ofSubscription(owedBy(view), view, ({ state }) => state === 'past-due'),
  },
];

const ofPaidOrder = (view: SaleView, holds: (one: SubscriptionFacts) => boolean): RuleMatch | false =>
  ofSubscription(view.isPaid ? view.sale.subscription : null, view, holds);

/** The subscription that a paid order began, or whose period it paid, where it does not simply go on. */
export const subscriptionRules: readonly ExplanationRule[] = [
  {
    ...{ id: 'subscription-paused', tone: 'ok', cause: 'buyer', cure: 'subscription.change' },
    when: (view) => ofPaidOrder(view, ({ state }) => state === 'paused'),
  },
  {
    ...{ id: 'subscription-canceled', tone: 'ok', cause: 'buyer', cure: null },
    when: (view) => ofPaidOrder(view, ({ state }) => state === 'canceled'),
  },
  {
    ...{ id: 'subscription-ends', tone: 'ok', cause: 'buyer', cure: 'subscription.change' },
    when: (view) => ofPaidOrder(view, ({ cancelsOn }) => cancelsOn !== null),
  },
  {
    ...{ id: 'trial', tone: 'ok', cause: 'nobody', cure: null },
    when: (view) => {
      const { trialFirstChargeOn } = view.order;
      const isTrial = trialFirstChargeOn !== null && view.sale.subscription?.state === 'trialing';
      return isTrial && { values: { next: day(trialFirstChargeOn) } };
    },
  },
];
