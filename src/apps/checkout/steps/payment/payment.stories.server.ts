import type { AttemptView, Order } from '#src/domain/orders/index.ts';
import { findPlan } from '#src/domain/catalog/products/index.ts';
import { isMainLine } from '#src/domain/checkout/quotes/index.ts';
import { priceWithTrial } from '#src/domain/checkout/quotes/index.server.ts';
import { ticketLots } from '#src/domain/checkout/tickets/index.server.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import {
  railSampleOf,
  sampleAttempt,
  sampleOrder,
  samplePayment,
  type SamplePurchase,
  samplePurchase,
} from '../../stories/sample-purchase.server.ts';
import { sampleProfilesFor } from '../../stories/sample-profiles.ts';
import { changed, defineStories, type StoryRequest, refusedWith } from '../../stories/stories.contract.server.ts';
import { show } from '../../framework/page.server.ts';
import { paymentData, paymentParts } from '../../payment-form/payment-data.server.ts';
import { purchaseDetails, dueSummary } from '../../payment-form/due-summary.server.ts';
import { checkAddress } from '../../payment-form/address/address-form.ts';
import { checkAcceptance, railField } from '../../payment-form/form-fields.ts';
import { checkTrialConsent } from '../../payment-form/trial/trial-acceptance.ts';
import type { PaymentData } from '../../payment-form/payment.types.ts';
import { splitRequest, heldOrder } from '../../stories/sample-split.server.ts';

interface Tried {
  readonly rail?: (rails: readonly string[]) => string | undefined;
  readonly attempt: Partial<AttemptView>;
  /** Number of equal attempts; 1 by default. */
  readonly times?: number;
  readonly order?: (total: bigint) => Partial<Order>;
  /** Several methods pay the order; its state. */
  readonly kept?: 'held' | 'undone';
}

type Facts = Parameters<typeof paymentData>[0];

/** The page after an attempt, or before any. */
async function paying(
  request: StoryRequest,
  tried: Tried | null = null,
  more: (purchase: SamplePurchase) => Partial<Facts> | null = () => ({}),
) {
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
  const shown = view && tried?.kept ? heldOrder(view, tried.kept, request.ctx.clock.now()) : view;
  const lots = await ticketLots(request.ctx, request.ctx.db, purchase.session.brand, request.visit.product);
  const changes = more(purchase);
  if (!changes) return null;
  const context = { ...samplePayment(request, purchase, shown), lots, ...changes };
  const data = paymentData(context);
  const summary = dueSummary(context, purchaseDetails(context));
  return show<PaymentData>(data, { head: { summary, parts: paymentParts(data, request) } });
}

/** With another of its payment methods open. */
const opened = (index: number) => async (request: StoryRequest) => {
  const made = await paying(request);
  const method = made?.data.methods[index]?.method;
  return method === undefined ? null : changed(made, { chosen: method });
};

/** With the price in this number of installments. */
const divided = (parts: number) => async (request: StoryRequest) => {
  const made = await paying(request);
  const divides = made && splitRequest(request, made.data.methods, parts);
  return divides && paying(divides);
};

/** An instrument of an earlier purchase may be used again. */
const withSavedCard = (request: StoryRequest) =>
  paying(request, null, ({ methods }) => {
    const profiles = sampleProfilesFor(request, methods);
    return profiles.length > 0 ? { profiles } : null;
  });

/** A voucher covers the whole price: the discount is on the plan's own line, as in a quote. */
const free = (request: StoryRequest) =>
  paying(request, null, ({ quote }) => {
    const own = quote.lines.filter(isMainLine);
    const discount = own.reduce((sum, { amount }) => sum + amount, quote.discount);
    const lines = own.map((line) => ({ ...line, amount: 0n }));
    return { quote: { ...quote, lines, trial: null, voucher: 'GRATIS', discount, total: 0n, installments: [] } };
  });

/** A challenge that was not answered; until it expires it still may be. */
const asked = (state: 'awaiting-buyer' | 'expired') => (request: StoryRequest) =>
  paying(request, {
    rail: (rails) => rails.find((id) => railSampleOf(id).challengesBuyer),
    attempt: { state, nextAction: { url: '#', fields: {} } },
  });

/** A document that is not the market's, and a box that was not ticked. */
async function wrongFields(request: StoryRequest) {
  const made = await paying(request);
  if (!made) return null;
  const { data } = made;
  const document = Object.fromEntries(
    data.methods.map(({ rail }) => [railField(rail, 'document'), `validation.${markets[data.market].documents[0]}`]),
  );
  const values = Object.fromEntries(Object.keys(document).map((name) => [name, '123']));
  return refusedWith(made, values, { ...document, ...checkAcceptance({}) });
}

/** Few tickets of the lot are left. */
async function scarce(request: StoryRequest) {
  const made = await paying(request);
  if (!made || made.data.tickets.length === 0) return null;
  const note = request.words('payment.tickets.left', { count: 2 });
  const tickets = made.data.tickets.map((lot) => (lot.standing === 'bought' ? { ...lot, note, isScarce: true } : lot));
  return changed(made, { tickets });
}

/** A trial comes first: an instrument is verified, or an invoice comes later. */
const startsFree = (request: StoryRequest) =>
  paying(request, null, ({ quote }) => {
    const { visit, ctx } = request;
    const plan = findPlan(visit.product, quote.planId);
    if (!plan?.trial) return null;
    const today = marketDate(ctx.clock.now(), visit.brand.market);
    return { quote: { ...quote, ...priceWithTrial(quote, plan, today, { people: 1, voucher: null }) } };
  });

/** A voucher code without a discount. */
async function wordUnknown(request: StoryRequest) {
  const made = await paying(request);
  const errors = { voucher: 'payment.voucher.voucher-unknown' };
  return made?.data.takesVoucher ? refusedWith(made, { voucher: 'NOVEMBRO' }, errors) : null;
}

const declined = { state: 'declined' } as const;

/** After an empty form was submitted. */
async function refused(request: StoryRequest) {
  const made = await paying(request);
  const address = made?.data.address ? checkAddress({}, made.data.market) : {};
  return refusedWith(made, {}, { ...checkAcceptance({}), ...address, form: 'payment.error.stale' });
}

export const stories = defineStories<PaymentData>({
  usual: (request) => paying(request),
  'second-way': opened(1),
  'third-way': opened(2),
  kept: withSavedCard,
  error: refused,
  'wrong-fields': wrongFields,
  // The longest notice above the form.
  'must-prove': async (request) =>
    refusedWith(await paying(request), { terms: 'yes' }, { form: 'payment.error.captcha-needed' }),
  trial: startsFree,
  'trial-error': async (request) => refusedWith(await startsFree(request), { terms: 'yes' }, checkTrialConsent({})),
  declined: (request) => paying(request, { attempt: declined }),
  blockedMethod: (request) => paying(request, { attempt: declined, times: request.ctx.config.maxDeclinedAttempts }),
  split: divided(2),
  'split-in-three': divided(3),
  'split-error': async (request) => {
    const made = await divided(2)(request);
    const amount = request.view.locale === 'es-PE' ? '0.50' : '0,50';
    const errors = { ...checkAcceptance({}), 'p0.amount': 'payment.split.amount-small' };
    return refusedWith(made, { 'p0.amount': amount }, errors);
  },
  held: (request) => paying(request, { attempt: declined, kept: 'held' }),
  // Of several tenders one was paid, and the other was not.
  'held-received': (request) =>
    paying(request, {
      attempt: declined,
      order: (total) => ({ state: 'partly-paid', received: total / 2n }),
      kept: 'held',
    }),
  // One was paid, one is reserved, and a third was refused.
  'held-mixed': (request) =>
    paying(request, {
      attempt: declined,
      order: (total) => ({ state: 'partly-paid', received: total / 3n }),
      kept: 'held',
    }),
  'given-back': (request) =>
    paying(request, { attempt: { state: 'expired' }, order: () => ({ state: 'closed' }), kept: 'undone' }),
  'received-goes-back': (request) =>
    paying(request, {
      attempt: { state: 'expired' },
      order: (total) => ({ state: 'closed', received: total / 2n }),
      kept: 'undone',
    }),
  // A code or a slip is open already.
  open: (request) =>
    paying(request, {
      rail: (rails) => rails.find((id) => railSampleOf(id).instructions !== null),
      attempt: { state: 'awaiting-buyer' },
    }),
  'asked-by-bank': asked('awaiting-buyer'),
  'bank-gave-up': asked('expired'),
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
  'voucher-unknown': wordUnknown,
  free,
  scarce,
  'nothing-offered': async (request) => changed(await paying(request), { methods: [], chosen: null }),
});
