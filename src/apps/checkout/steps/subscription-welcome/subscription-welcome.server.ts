import { choosePlan } from '#src/domain/catalog/products/index.ts';
import { chargeCalendar } from '#src/domain/catalog/terms/index.ts';
import { type TrialRecord, trialOf } from '#src/domain/checkout/trials/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { OrderPendingData } from '../../site/order-status/order-pending.types.ts';
import type { Purchase } from '../../site/order-status/purchase.server.ts';
import { loadPurchaseWithUpsell } from '../../site/upsell/purchased-upsell.server.ts';
import { definePage, type PageRequest, problem, show } from '../../framework/page.server.ts';
import {
  purchasedTermsText,
  firstName,
  type OrderContext,
  loadReceipt,
} from '../../site/receipt/order-context.server.ts';
import { productTitleOf } from '../../site/receipt/success-data.server.ts';
import type { NextCharge, SubscriptionWelcomeData } from './subscription-welcome-page.tsx';

export const page = definePage<SubscriptionWelcomeData | OrderPendingData>({
  load: async (request) => {
    const bought = await loadPurchaseWithUpsell(request);
    if (bought.kind !== 'bought' && bought.kind !== 'alone') return bought;
    const context = bought.kind === 'bought' ? bought.upsell : bought.main;
    const charge = nextCharge(request, context, await trialOf(request.ctx.db, context.view.order.id));
    if (!charge) return problem('plan-not-found');
    const isLast = request.view.flow?.next === null;
    return show<SubscriptionWelcomeData>(
      {
        name: firstName(context.lead.name),
        email: context.lead.email,
        receipt: { ...(await loadReceipt(request, context.view)), product: productTitleOf(request, context) },
        charge,
        terms: await purchasedTermsText(request, context.view),
        before: bought.kind === 'bought' ? request.visit.product.title : null,
        access: request.href('/access'),
      },
      isLast ? { head: { headers: { 'clear-site-data': '"storage"' } } } : {},
    );
  },
});

/** When the plan's money is due again, in days of the market: as it was agreed to, else from the day of the payment. */
export function nextCharge(
  { ctx }: PageRequest,
  { view, session }: OrderContext & Pick<Purchase, 'session'>,
  trial: TrialRecord | null = null,
): NextCharge | null {
  const { order } = view;
  const product = ctx.catalog.product(session.brand, session.variant, order.productCode);
  const plan = product && choosePlan(product, { planId: order.planId });
  if (!plan) return null;
  if (trial) {
    const { chosen, currency, firstChargeOn, freeUntil } = trial;
    const amount = chosen?.amount ?? trial.amount;
    return {
      plan: (chosen && choosePlan(product, { planId: chosen.planId })?.name) ?? plan.name,
      on: formatLocalDate(firstChargeOn),
      amount: formatMoney({ amount, currency }, order.locale),
      freeUntil: formatLocalDate(freeUntil),
      isFirst: true,
    };
  }
  const startsOn = marketDate(order.paidAt ?? order.createdAt, order.market);
  const { freeUntil, nextChargeOn } = chargeCalendar(plan, startsOn, order.received > 0n);
  return {
    plan: plan.name,
    on: formatLocalDate(nextChargeOn),
    // An offer's price holds once: the next billing period costs the plan's price.
    amount: formatMoney(plan.price, order.locale),
    freeUntil: freeUntil && formatLocalDate(freeUntil),
    isFirst: order.received === 0n,
  };
}
