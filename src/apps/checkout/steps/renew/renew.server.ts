import { renewalProduct, renewedTerm } from '#src/domain/subscriptions/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import type { LinkGoneData } from '../../pages/link-gone/link-gone-page.tsx';
import { answerOfDesk } from '../../passes/desk-answer.server.ts';
import { findSubscription, type FoundSubscription, subscriptionView } from '../../passes/find-subscription.server.ts';
import { maskedBuyer } from '../../passes/masked-buyer.ts';
import { definePage, type PageRequest, refuse, show } from '../../web/page.server.ts';
import type { RenewalOption, RenewData } from './renew-page.tsx';

export const page = definePage<RenewData | LinkGoneData>({
  load: async (request) => {
    const found = await findSubscription(request, request.params['id'] ?? '');
    if (found.kind !== 'found') return found;
    return show<RenewData>(renewData(request, found));
  },

  submit: async (form, request) => {
    const found = await findSubscription(request, request.params['id'] ?? '');
    if (found.kind !== 'found') return found;
    const { ctx, visit } = request;
    const planId = form['plan'] ?? '';
    const plan = renewalProduct(visit.product).plans.find(({ id }) => id === planId);
    if (!plan || found.subscription.state === 'canceled')
      return refuse({ plan: planId.slice(0, 64) }, { plan: 'subscription.plan.missing' });
    const { id: subscriptionId } = found.subscription;
    const answer = await ctx.subscriptionDesk?.renew?.({ subscriptionId, planId, shownAmount: plan.amount });
    return answerOfDesk(request, answer ?? null, { plan: planId });
  },
});

/** A subscription and what its next term may be. */
export function renewData(request: PageRequest, found: FoundSubscription): RenewData {
  return {
    now: subscriptionView(request, found),
    buyer: maskedBuyer(found.lead),
    options: found.subscription.state === 'canceled' ? [] : optionsOf(request, found),
    help: request.visit.brand.links.faq,
  };
}

/** Every plan that the next term may have, the one that goes on now first chosen. */
function optionsOf({ words, view, visit }: PageRequest, found: FoundSubscription): RenewalOption[] {
  const { subscription, today } = found;
  return renewalProduct(visit.product).plans.flatMap((mapped): RenewalOption[] => {
    const plan = visit.product.plans.find(({ id }) => id === mapped.id);
    if (!plan) return [];
    const text = (amount: bigint): string => formatMoney({ amount, currency: mapped.currency }, view.locale);
    const longest = mapped.installments.at(-1);
    const term = renewedTerm(subscription, plan, today);
    return [
      {
        planId: mapped.id,
        name: mapped.planName,
        price: text(mapped.amount),
        installments:
          longest && longest.id > 1
            ? words('renew.installments', { count: longest.id, value: text(longest.value) })
            : null,
        from: formatLocalDate(term.from),
        to: formatLocalDate(term.to),
        nextChargeOn: formatLocalDate(term.nextChargeOn),
        isCurrent: mapped.id === found.plan?.id,
      },
    ];
  });
}
