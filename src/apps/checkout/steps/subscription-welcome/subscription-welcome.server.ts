import { choosePlan } from '#src/domain/catalog/index.ts';
import { chargeCalendar } from '#src/domain/subscriptions/index.ts';
import { type TrialKept, trialOf } from '#src/domain/trials/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { AwaitingData } from '../../pages/awaiting/awaiting.types.ts';
import type { Purchase } from '../../status/purchase.server.ts';
import { boughtWithUpsell } from '../../upsell/bought-upsell.server.ts';
import { definePage, type PageRequest, problem, show } from '../../web/page.server.ts';
import { boughtTermsText, firstName, type OrderFacts, receiptOf } from '../success/order-facts.server.ts';
import { productOf } from '../success/success.server.ts';
import type { NextCharge, SubscriptionWelcomeData } from './subscription-welcome-page.tsx';

export const page = definePage<SubscriptionWelcomeData | AwaitingData>({
  load: async (request) => {
    const bought = await boughtWithUpsell(request);
    if (bought.kind !== 'bought' && bought.kind !== 'alone') return bought;
    const facts = bought.kind === 'bought' ? bought.upsell : bought.main;
    const charge = nextCharge(request, facts, await trialOf(request.ctx.db, facts.view.order.id));
    if (!charge) return problem('plan-not-found');
    const isLast = request.view.flow?.next === null;
    return show<SubscriptionWelcomeData>(
      {
        name: firstName(facts.lead.name),
        email: facts.lead.email,
        receipt: { ...(await receiptOf(request, facts.view)), product: productOf(request, facts) },
        charge,
        terms: await boughtTermsText(request, facts.view),
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
  { view, session }: OrderFacts & Pick<Purchase, 'session'>,
  trial: TrialKept | null = null,
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
    // An offer's price is for once: the next term costs what the plan costs.
    amount: formatMoney(plan.price, order.locale),
    freeUntil: freeUntil && formatLocalDate(freeUntil),
    isFirst: order.received === 0n,
  };
}
