import { formatMoney } from '#src/kernel/money/format-money.ts';
import { paidPurchase } from '../../gallery/sample-upsell.server.ts';
import { defineStepStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { upsellAhead } from '../../upsell/upsell-ahead.server.ts';
import { problem, show } from '../../web/page.server.ts';
import { firstName } from '../success/order-facts.server.ts';
import type { SubscriptionWelcomeData } from './subscription-welcome-page.tsx';
import { nextCharge } from './subscription-welcome.server.ts';

const welcome = (isOnTop: boolean) => async (request: GalleryRequest) => {
  const ahead = isOnTop ? upsellAhead(request, request.visit.flow.steps[0]) : null;
  const bought = await paidPurchase(request, ahead?.target);
  if (!bought || (isOnTop && !ahead)) return null;
  const { brand, variant } = ahead?.target.brand ?? request.visit.brand;
  const session = { ...bought.session, brand, variant };
  const order = { ...bought.view.order, productCode: session.productCode };
  const chargeAfter = (received: bigint) =>
    nextCharge(request, { ...bought, session, view: { ...bought.view, order: { ...order, received } } });
  // Who starts with free time has paid nothing yet.
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

export const states = defineStepStates<SubscriptionWelcomeData>({ usual: welcome(false), 'on-top': welcome(true) });
