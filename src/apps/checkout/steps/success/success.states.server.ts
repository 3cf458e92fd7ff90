import type { Order } from '#src/domain/orders/index.ts';
import { paidOrder, sampleAttempt, sampleBought, samplePurchase } from '../../gallery/sample-purchase.server.ts';
import { defineStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { upsellAhead } from '../../upsell/upsell-ahead.server.ts';
import { sampleClick } from '../../upsell/sample-offer.server.ts';
import { upsellView } from '../../upsell/upsell-view.server.ts';
import { show } from '../../web/page.server.ts';
import { receiptFrom } from './order-facts.server.ts';
import { successData } from './success.server.ts';
import type { SuccessData, SuccessKind, SuccessUpsell } from './success.types.ts';

type More = (request: GalleryRequest) => SuccessUpsell | null;

const inState =
  (kind: SuccessKind, change: (total: bigint) => Partial<Order> = () => ({}), more?: More) =>
  async (request: GalleryRequest) => {
    const purchase = await samplePurchase(request);
    const upsell = more?.(request) ?? null;
    if (!purchase || (more && !upsell)) return null;
    const paid = paidOrder(request, purchase);
    const order = { ...paid.order, ...change(purchase.quote.total) };
    const attempts = paid.attempts.map((attempt) => ({ ...attempt, amount: order.received }));
    const view = { order, attempts };
    const receipt = receiptFrom(request, view, sampleBought(request, purchase, view));
    return show<SuccessData>(successData(request, { ...purchase, view }, receipt, kind, upsell));
  };

/** The offer of the brand's flow that has one. */
function offerOf(request: GalleryRequest) {
  for (const flow of request.visit.brand.flows) {
    const [step] = flow.steps;
    const ahead = upsellAhead({ ...request, visit: { ...request.visit, flow, step } }, step);
    if (ahead) return ahead;
  }
  return null;
}

const withOffer =
  (make: (product: string, request: GalleryRequest) => SuccessUpsell): More =>
  (request) => {
    const ahead = offerOf(request);
    return ahead && make(ahead.target.product.title, request);
  };

const nothing = () => ({});

/** The price in two parts, by the first two ways or twice by the only one. */
async function inTwoWays(request: GalleryRequest) {
  const purchase = await samplePurchase(request);
  if (!purchase) return null;
  const [first, second = first] = purchase.methods;
  const { order } = paidOrder(request, purchase);
  const half = order.total / 2n;
  const attempts = [
    sampleAttempt(request, purchase, second?.rail, { id: 'att_second', amount: order.total - half }),
    sampleAttempt(request, purchase, first?.rail, { amount: half }),
  ];
  const view = { order, attempts };
  const receipt = receiptFrom(request, view, sampleBought(request, purchase, view));
  return show<SuccessData>(successData(request, { ...purchase, view }, receipt, 'paid', null));
}

export const states = defineStates<SuccessData>({
  usual: inState('paid'),
  'two-ways': inTwoWays,
  late: inState('late'),
  'partly-paid': inState('partly-paid', (total) => ({ state: 'partly-paid', received: total / 3n, paidAt: null })),
  refunded: inState('refunded', () => ({ state: 'refunded' })),
  offer: inState('paid', nothing, (request) => {
    const ahead = offerOf(request);
    return ahead && { kind: 'offer', offer: upsellView(request, ahead, request.visit.product.title) };
  }),
  'one-click': inState('paid', nothing, (request) => {
    const ahead = offerOf(request);
    const click = ahead && sampleClick(request, ahead);
    if (!click) return null;
    return { kind: 'offer', offer: upsellView(request, ahead, request.visit.product.title, undefined, click) };
  }),
  ahead: inState(
    'paid',
    nothing,
    withOffer((product, { href }) => ({ kind: 'ahead', product, see: href('/success') })),
  ),
  unpaid: inState(
    'paid',
    nothing,
    withOffer((product, { href }) => ({ kind: 'open', product, pay: href('/payment') })),
  ),
  bought: inState(
    'paid',
    nothing,
    withOffer((product) => ({ kind: 'bought', product })),
  ),
});
