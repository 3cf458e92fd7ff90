import type { Plan } from '#src/domain/catalog/products/index.ts';
import { isChangeable, isPlanOffered } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import { planChange } from '#src/domain/subscriptions/subscriptions/index.ts';
import {
  isNextPeriodCharging,
  offeredPlan,
  paidForPeriod,
} from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';
import { planChangeResult } from '../../account/subscriptions/plan-change-result.server.ts';
import {
  findSubscription,
  type FoundSubscription,
  subscriptionView,
} from '../../account/subscriptions/find-subscription.server.ts';
import { maskedBuyer } from '../../account/links/masked-buyer.ts';
import { definePage, type PageRequest, redirect, refuse, show } from '../../framework/page.server.ts';
import type { ChangePreview, PaymentUpgradeData } from './payment-upgrade-page.tsx';

/** The subscription is named by the specification's own word of the link. */
const find = (request: PageRequest) => findSubscription(request, request.link['enrollmentSubscriptionId'] ?? '');

export const page = definePage<PaymentUpgradeData | LinkExpiredData>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { db } = request.ctx;
    const paid = await paidForPeriod(db, found.subscription);
    return show<PaymentUpgradeData>(
      upgradeData(request, found, paid, await isNextPeriodCharging(db, found.subscription)),
    );
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { ctx } = request;
    const planId = form['plan'] ?? '';
    const { id: subscriptionId, planId: current, next } = found.subscription;
    if (form['intent'] === 'keep' && next) {
      const kept = await ctx.subscriptionService?.upgrade?.({ subscriptionId, planId: current });
      return planChangeResult(request, kept ?? null, {});
    }
    const plan = otherPlans(request, found).find(({ id }) => id === planId);
    if (!plan) return refuse({ plan: planId.slice(0, 64) }, { plan: 'subscription.plan.missing' });
    // A change of plan is confirmed only after its price was shown.
    if (form['intent'] !== 'confirm') return redirect(request.href(request.path, { plan: planId }));
    const paid = await paidForPeriod(ctx.db, found.subscription);
    const { due, kind, nextChargeOn: on } = planChange(found.subscription, plan, found.today, paid);
    const isAsShown = form['amount'] === String(due) && form['price'] === String(plan.price.amount);
    const isLater = kind !== 'now';
    if (!isAsShown || (isLater && form['on'] !== on)) return refuse({ plan: planId }, { form: 'subscription.changed' });
    const changeRequest = { subscriptionId, planId, shownAmount: due };
    // This press agrees to later charges: the text beside it is stored as consent.
    const { label, text } = agreedWords(request, previewOf(request, found, plan, paid));
    const agreed = { amount: plan.price.amount, on, label, text, ip: request.browser.ip };
    const answer = await ctx.subscriptionService?.upgrade?.(isLater ? { ...changeRequest, agreed } : changeRequest);
    return planChangeResult(request, answer ?? null, { plan: planId });
  },
});

type Paid = Awaited<ReturnType<typeof paidForPeriod>>;

/** A subscription, its other plans, and the price of changing to one of them. */
export function upgradeData(
  request: PageRequest,
  found: FoundSubscription,
  paid: Paid,
  isCharging = false,
): PaymentUpgradeData {
  const others = otherPlans(request, found).map((plan) => previewOf(request, found, plan, paid));
  // A change at the next billing period is not offered while that period is being paid.
  const options = others.filter(({ kind }) => kind === 'now' || !isCharging);
  return {
    now: subscriptionView(request, found),
    buyer: maskedBuyer(found.lead),
    options,
    preview: options.find(({ planId }) => planId === request.rawQuery.get('plan')) ?? null,
    isCharging: isCharging && others.length > 0,
    isDone: request.rawQuery.get('done') === '1',
    back: request.href(request.path),
    help: request.visit.brand.links.faq,
  };
}

/** The product's other plans, at what they cost this subscription; none for one that is over or has a debt. */
function otherPlans({ ctx, visit }: PageRequest, { subscription }: FoundSubscription): readonly Plan[] {
  if (!isChangeable(subscription)) return [];
  return visit.product.plans.flatMap((plan): Plan[] => {
    const next = isPlanOffered(ctx, subscription, plan.id) ? offeredPlan(ctx, subscription, plan.id) : null;
    return next ? [{ ...plan, price: next.price }] : [];
  });
}

/** The button by which a change is agreed to, and the sentence above it. */
function agreedWords({ words }: PageRequest, { kind, from, nextChargeOn: on, price, due }: ChangePreview) {
  return {
    label: words(`payment-upgrade.confirm.${kind}`, { due, price, on }),
    text: words(`payment-upgrade.preview.${kind}`, { from, on, price }),
  };
}

/** What changing to a plan today comes to, as finished text. */
export function previewOf(
  { words, view }: PageRequest,
  { subscription, today }: FoundSubscription,
  plan: Plan,
  paid: Paid,
): ChangePreview {
  const change = planChange(subscription, plan, today, paid);
  const text = (amount: bigint): string => formatMoney({ amount, currency: plan.price.currency }, view.locale);
  return {
    planId: plan.id,
    name: plan.name,
    price: text(plan.price.amount),
    kind: change.kind,
    from: formatLocalDate(change.from),
    days: words('payment-upgrade.days', { left: change.daysLeft, of: change.periodDays }),
    charge: text(change.charge),
    credit: text(-change.credit),
    due: text(change.due),
    amount: unitsToJson(change.due),
    priceAmount: unitsToJson(plan.price.amount),
    nextChargeOn: formatLocalDate(change.nextChargeOn),
    chargeDay: change.nextChargeOn,
  };
}
