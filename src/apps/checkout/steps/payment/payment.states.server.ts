import type { AttemptView, Order } from '#src/domain/orders/index.ts';
import { ticketLots } from '#src/domain/tickets/index.server.ts';
import {
  railSampleOf,
  sampleAttempt,
  sampleOrder,
  samplePayment,
  samplePurchase,
} from '../../gallery/sample-purchase.server.ts';
import { changed, defineStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { show } from '../../web/page.server.ts';
import { paymentData, paymentParts } from './payment-data.server.ts';
import { dueSummary } from './due-summary.server.ts';
import { checkAddress } from './address-form.ts';
import { checkAcceptance } from './payment-form.ts';
import type { PaymentData } from './payment.types.ts';
import { dividing, keptOrder } from './split.states.server.ts';

interface Tried {
  readonly rail?: (rails: readonly string[]) => string | undefined;
  readonly attempt: Partial<AttemptView>;
  /** How often it was tried alike; once where nothing is said. */
  readonly times?: number;
  readonly order?: (total: bigint) => Partial<Order>;
  /** Several ways pay the order, and that is how it stands. */
  readonly kept?: 'held' | 'undone';
}

/** The page as it is after a try, or before any. */
async function paying(request: GalleryRequest, tried: Tried | null = null) {
  const purchase = await samplePurchase(request);
  if (!purchase) return null;
  const { quote, methods } = purchase;
  const rails = methods.map(({ rail }) => rail);
  const rail = tried?.rail ? tried.rail(rails) : rails[0];
  if (tried && rail === undefined) return null;
  const view = tried
    ? sampleOrder(
        request,
        purchase,
        Array.from({ length: tried.times ?? 1 }, () => sampleAttempt(request, purchase, rail, tried.attempt)),
        tried.order?.(quote.total),
      )
    : null;
  const shown = view && tried?.kept ? keptOrder(view, tried.kept, request.ctx.clock.now()) : view;
  const lots = await ticketLots(request.ctx, request.ctx.db, purchase.session.brand, request.visit.product);
  const facts = { ...samplePayment(request, purchase, shown), lots };
  const data = paymentData(facts);
  const summary = dueSummary(facts, { product: request.visit.product });
  return show<PaymentData>(data, { head: { summary, parts: paymentParts(data, request) } });
}

/** With another of its ways to pay open. */
const opened = (index: number) => async (request: GalleryRequest) => {
  const made = await paying(request);
  const method = made?.data.methods[index]?.method;
  return method === undefined ? null : changed(made, { chosen: method });
};

/** With the price in so many parts. */
const divided = (parts: number) => async (request: GalleryRequest) => {
  const made = await paying(request);
  const divides = made && dividing(request, made.data.methods, parts);
  return divides && paying(divides);
};

const declined = { state: 'declined', declineCode: 'insufficient-funds' } as const;

/** As it comes back when nothing was filled in. */
async function refused(request: GalleryRequest) {
  const made = await paying(request);
  const address = made?.data.address ? checkAddress({}, made.data.market) : {};
  return refusedWith(made, {}, { ...checkAcceptance({}), ...address, form: 'payment.error.stale' });
}

export const states = defineStates<PaymentData>({
  usual: (request) => paying(request),
  'second-way': opened(1),
  'third-way': opened(2),
  error: refused,
  declined: (request) => paying(request, { attempt: declined }),
  resting: (request) => paying(request, { attempt: declined, times: request.ctx.config.maxDeclinedTries }),
  split: divided(2),
  'split-in-three': divided(3),
  'split-error': async (request) =>
    refusedWith(
      await divided(2)(request),
      { 'p0.amount': '0,50' },
      { ...checkAcceptance({}), 'p0.amount': 'payment.split.amount-small' },
    ),
  held: (request) => paying(request, { attempt: declined, kept: 'held' }),
  'given-back': (request) =>
    paying(request, { attempt: { state: 'expired' }, order: () => ({ state: 'closed' }), kept: 'undone' }),
  // A code or a slip is open already.
  open: (request) =>
    paying(request, {
      rail: (rails) => rails.find((id) => railSampleOf(id).instructions !== null),
      attempt: { state: 'awaiting-buyer' },
    }),
  'partly-paid': (request) =>
    paying(request, {
      attempt: { state: 'captured' },
      order: (total) => ({ state: 'partly-paid', received: total / 3n }),
    }),
  voucher: async (request) => {
    const [voucher] = request.visit.brand.vouchers;
    if (!voucher) return null;
    const query = { ...request.visit.query, values: { ...request.visit.query.values, voucher: voucher.code } };
    return paying({ ...request, visit: { ...request.visit, query, voucher: voucher.code } });
  },
  'nothing-offered': async (request) => changed(await paying(request), { methods: [], chosen: null }),
});
