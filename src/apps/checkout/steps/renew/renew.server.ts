import { type PaymentProfile, subscriptionProfile } from '#src/domain/payments/profiles/index.server.ts';
import { pay } from '#src/domain/payments/index.server.ts';
import type { OrderView } from '#src/domain/orders/index.ts';
import { orderOfSession } from '#src/domain/orders/index.server.ts';
import { isPrepaid } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import { agreedPlan, renewalOffer, renewalPeriod } from '#src/domain/subscriptions/plan-changes/index.ts';
import type { PlanChangeInvoice } from '#src/domain/subscriptions/subscriptions/index.ts';
import { owedPeriod, type BillingPeriod } from '#src/domain/subscriptions/subscriptions/index.server.ts';
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
import { savedCardRefusal } from '../../account/invoices/saved-card-refusal.server.ts';
import { maskedBuyer } from '../../account/links/masked-buyer.ts';
import { definePage, type PageRequest, refuse, show } from '../../framework/page.server.ts';
import { idempotencyKeyOf } from '../../payment-form/idempotency-key.server.ts';
import { savedCardField, type RenewalOption, type RenewData, shownAmountField } from './renew.types.ts';

/** A subscription and the facts that its next billing period depends on. */
export interface FoundRenewal extends FoundSubscription {
  /** The billing period that is due next; null when none is. */
  readonly owed: Pick<BillingPeriod, 'periodStart' | 'anchorMonths' | 'number'> | null;
  /** The saved instrument that it is charged by. */
  readonly profile: PaymentProfile | null;
}

async function find(request: PageRequest) {
  const found = await findSubscription(request, request.params['id'] ?? '');
  if (found.kind !== 'found') return found;
  const { ctx } = request;
  const { id } = found.subscription;
  const owed = isPrepaid(ctx, found.subscription) ? null : await owedPeriod(ctx.db, id);
  return { ...found, owed, profile: await subscriptionProfile(ctx.db, id) };
}

export const page = definePage<RenewData | LinkExpiredData>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    return show<RenewData>(renewData(request, found));
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { ctx } = request;
    const planId = form[savedCardField] ?? form['plan'] ?? '';
    const values = { plan: planId.slice(0, 64) };
    const option = optionsOf(request, found).find((one) => one.planId === planId);
    if (!option) return refuse(values, { plan: 'subscription.plan.missing' });
    if (form[shownAmountField(planId)] !== String(option.amount))
      return refuse(values, { form: 'subscription.changed' });
    const { id: subscriptionId } = found.subscription;
    const period = Number(form['period']);
    const renewRequest = { subscriptionId, planId, shownAmount: BigInt(option.amount), period };
    const answer = (await ctx.subscriptionService?.renew?.(renewRequest)) ?? null;
    if (!answer?.ok || form[savedCardField] !== planId) return planChangeResult(request, answer, values);
    const view = await orderOfSession(ctx, answer.value.sessionId);
    // A price above the one shown (a late fee by now) is shown by the invoice's own page first.
    const isShown = answer.value.total === renewRequest.shownAmount;
    const isBegun = isShown && view !== null && (await payWithSavedCard(request, found, answer.value, view));
    return planChangeResult(request, answer, values, isBegun || !view ? {} : savedCardRefusal(view));
  },
});

/**
 * Pays the invoice with the subscription's own instrument, in as many installments as its plan allows: another plan than
 * today's may allow fewer. The result is shown by the invoice's own page; false when nothing was begun.
 */
async function payWithSavedCard(
  request: PageRequest,
  { profile, subscription }: FoundRenewal,
  invoice: PlanChangeInvoice,
  view: OrderView,
): Promise<boolean> {
  const { ctx, browser } = request;
  const rail = profile && ctx.rails.byId(profile.rail);
  if (!profile || !rail) return false;
  const { instrument } = subscription;
  const plan = renewalOffer(ctx, subscription)?.plans.find(({ id }) => id === view.order.planId);
  const most = rail.takesInstallments ? (plan?.installments.at(-1)?.id ?? 1) : 1;
  const installments = instrument.kind === 'profile' ? Math.min(instrument.installments, most) : 1;
  const { userAgent, language, ip } = browser;
  const paid = await pay(ctx, {
    sessionId: invoice.sessionId,
    // The same for every copy of the page: pressed twice, it is one payment.
    idempotencyKey: idempotencyKeyOf({ id: invoice.sessionId }, view),
    quoteId: invoice.quoteId,
    shownAmount: invoice.total,
    tenders: [{ method: rail.methods[0], installments, fields: { paymentProfileId: profile.id }, isOneClick: true }],
    browser: { userAgent, language, ip },
  });
  return paid.ok;
}

/** A subscription and the choices for its next billing period. */
export function renewData(request: PageRequest, found: FoundRenewal): RenewData {
  const { words, visit } = request;
  const { profile } = found;
  const options = optionsOf(request, found);
  const isTaken = options.some(({ acceptsSavedCard }) => acceptsSavedCard);
  return {
    now: subscriptionView(request, found),
    buyer: maskedBuyer(found.lead),
    options,
    begins: beginsOf(found),
    savedCard:
      profile && isTaken
        ? words(`method.${profile.rail}.saved.within`, { brand: profile.brand, last4: profile.last4 })
        : null,
    period: found.owed?.number ?? 0,
    isOver: found.subscription.state === 'canceled',
    help: visit.brand.links.faq,
  };
}

function beginsOf({ subscription, owed, today }: FoundRenewal): RenewData['begins'] {
  const isMoved = owed && renewalPeriod(subscription, owed, subscription.periodMonths, today).from !== owed.periodStart;
  return isMoved ? 'when-paid' : 'after';
}

/** Every plan for the next billing period, at its price for this subscription; empty when nothing is due any more. */
function optionsOf({ ctx, words, view, visit }: PageRequest, found: FoundRenewal): RenewalOption[] {
  const { subscription, today, owed, profile } = found;
  const rail = profile && ctx.rails.byId(profile.rail);
  const offer = owed && renewalOffer(ctx, subscription);
  const current = agreedPlan(subscription).planId;
  return (offer?.plans ?? []).flatMap((mapped): RenewalOption[] => {
    const plan = visit.product.plans.find(({ id }) => id === mapped.id);
    if (!plan || !owed) return [];
    const text = (amount: bigint): string => formatMoney({ amount, currency: mapped.currency }, view.locale);
    const longest = mapped.installments.at(-1);
    const term = renewalPeriod(subscription, owed, plan.cycles, today);
    return [
      {
        planId: mapped.id,
        name: mapped.planName,
        price: text(mapped.amount),
        amount: unitsToJson(mapped.amount),
        installments:
          longest && longest.id > 1
            ? words('renew.installments', { count: longest.id, value: text(longest.value) })
            : null,
        from: formatLocalDate(term.from),
        to: formatLocalDate(term.to),
        nextChargeOn: formatLocalDate(term.nextChargeOn),
        isCurrent: mapped.id === current,
        acceptsSavedCard: mapped.paymentMethods.some((method) => rail?.methods.includes(method)),
      },
    ];
  });
}
