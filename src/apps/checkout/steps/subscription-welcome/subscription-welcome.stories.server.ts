import { formatMoney } from '#src/kernel/money/format-money.ts';
import { paidPurchase } from '../../stories/sample-upsell.server.ts';
import { defineStepStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { nextUpsell } from '../../site/upsell/next-upsell.server.ts';
import { problem, show } from '../../framework/page.server.ts';
import { firstName } from '../../site/receipt/order-context.server.ts';
import type { SubscriptionWelcomeData } from './subscription-welcome-page.tsx';
import { nextCharge } from './subscription-welcome.server.ts';

const welcome = (isOnTop: boolean) => async (request: StoryRequest) => {
  const nextOffer = isOnTop ? nextUpsell(request, request.visit.flow.steps[0]) : null;
  const bought = await paidPurchase(request, nextOffer?.target);
  if (!bought || (isOnTop && !nextOffer)) return null;
  const { brand, variant } = nextOffer?.target.brand ?? request.visit.brand;
  const session = { ...bought.session, brand, variant };
  const order = { ...bought.view.order, productCode: session.productCode };
  const chargeAfter = (received: bigint) =>
    nextCharge(request, { ...bought, session, view: { ...bought.view, order: { ...order, received } } });
  // A trial has no payment yet.
  const unpaid = isOnTop ? null : chargeAfter(0n);
  const isFree = unpaid !== null && unpaid.freeUntil !== null;
  const charge = isFree ? unpaid : chargeAfter(order.received);
  if (!charge) return problem('plan-not-found');
  const nothing = formatMoney({ amount: 0n, currency: order.currency }, order.locale);
  return show<SubscriptionWelcomeData>({
    name: firstName(bought.lead.name),
    email: bought.lead.email,
    receipt: isFree ? { ...bought.receipt, total: nothing, lines: [], payments: [] } : bought.receipt,
    terms: null,
    charge,
    before: isOnTop ? request.visit.product.title : null,
    access: request.href('/access'),
  });
};

export const stories = defineStepStories<SubscriptionWelcomeData>({ usual: welcome(false), 'on-top': welcome(true) });
