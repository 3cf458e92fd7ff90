import type { Order } from '#src/domain/orders/index.ts';
import { paidOrder, sampleAttempt, sampleReceiptInput, samplePurchase } from '../../stories/sample-purchase.server.ts';
import { defineStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { nextUpsell } from '../../site/upsell/next-upsell.server.ts';
import { sampleClick } from '../../stories/sample-upsell-offer.server.ts';
import { upsellView } from '../../site/upsell/upsell-view.server.ts';
import { show } from '../../framework/page.server.ts';
import { buildReceipt } from '../../site/receipt/order-context.server.ts';
import { successData } from '../../site/receipt/success-data.server.ts';
import type { SuccessData, SuccessKind, SuccessUpsell } from '../../site/receipt/success.types.ts';

type More = (request: StoryRequest) => SuccessUpsell | null;

const inState =
  (kind: SuccessKind, change: (total: bigint) => Partial<Order> = () => ({}), more?: More) =>
  async (request: StoryRequest) => {
    const purchase = await samplePurchase(request);
    const upsell = more?.(request) ?? null;
    if (!purchase || (more && !upsell)) return null;
    const paid = paidOrder(request, purchase);
    const order = { ...paid.order, ...change(purchase.quote.total) };
    const attempts = paid.attempts.map((attempt) => ({ ...attempt, amount: order.received }));
    const view = { order, attempts };
    const receipt = buildReceipt(request, view, sampleReceiptInput(request, purchase, view));
    return show<SuccessData>(successData(request, { ...purchase, view }, receipt, kind, upsell));
  };

/** The offer of the brand's flow that has one. */
function offerOf(request: StoryRequest) {
  for (const flow of request.visit.brand.flows) {
    const [step] = flow.steps;
    const ahead = nextUpsell({ ...request, visit: { ...request.visit, flow, step } }, step);
    if (ahead) return ahead;
  }
  return null;
}

const withOffer =
  (make: (product: string, request: StoryRequest) => SuccessUpsell): More =>
  (request) => {
    const ahead = offerOf(request);
    return ahead && make(ahead.target.product.title, request);
  };

const nothing = () => ({});

/** The price in two parts, by the first two ways or twice by the only one. */
async function inTwoWays(request: StoryRequest) {
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
  const receipt = buildReceipt(request, view, sampleReceiptInput(request, purchase, view));
  return show<SuccessData>(successData(request, { ...purchase, view }, receipt, 'paid', null));
}

export const stories = defineStories<SuccessData>({
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
