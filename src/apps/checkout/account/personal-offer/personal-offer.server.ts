import { findPlan, offeredMethods, type Plan } from '#src/domain/catalog/products/index.ts';
import {
  invoiceOffer,
  type CustomOffer,
  offerById,
  acceptSubscriptionOffer,
} from '#src/domain/sales/custom-offers/index.server.ts';
import { leadById, recordConsents } from '#src/domain/checkout/leads/index.server.ts';
import { verifyInstrumentOnce } from '#src/domain/payments/index.server.ts';
import { computeQuote, type Quote } from '#src/domain/checkout/quotes/index.ts';
import { findSeller } from '#src/domain/catalog/sellers/index.ts';
import { sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import { subscriptionById } from '#src/domain/subscriptions/subscriptions/index.server.ts';
import { sha256 } from '#src/kernel/ids/ids.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { addDays, formatLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';
import type { PersonalOfferData } from './personal-offer.types.ts';
import { type PaymentContext, paymentData, paymentParts } from '../../payment-form/payment-data.server.ts';
import { readPayment, valuesToShow } from '../../payment-form/read-payment.server.ts';
import {
  type FormFields,
  type PageRequest,
  problem,
  type Problem,
  redirect,
  type Redirect,
  show,
  type PageResult,
  type SubmitResult,
} from '../../framework/page.server.ts';
import { openMagicLink, isSoldByVisit, linkExpired } from '../links/open-magic-link.server.ts';

const param = 'customOffer';
const acceptLabel = 'personal-offer.accept';

interface Found {
  readonly kind: 'found';
  readonly offer: CustomOffer;
  readonly plan: Plan;
  /** Day from which the price applies to a subscription's periods; null for a first purchase. */
  readonly from: LocalDate | null;
  readonly context: PaymentContext;
}

type NotFound = PageResult<LinkExpiredData> | Redirect | Problem;

/** The offer id of a link; null for a step of a flow at the same address. */
export function requestedPersonalOffer({ rawQuery }: PageRequest): string | null {
  return rawQuery.get(param);
}

/** The offer of a link, with the data to accept it. */
async function find(request: PageRequest, id: string): Promise<Found | NotFound> {
  const refused = await openMagicLink(request, id, { [param]: id });
  if (refused) return refused;
  const { ctx, visit } = request;
  const offer = await offerById(ctx.db, id);
  const lead = offer && (await leadById(ctx.db, offer.leadId));
  const session = lead && (await sessionById(ctx.db, lead.sessionId));
  if (!offer || !lead || !session || !isSoldByVisit(request, offer)) return linkExpired(request);
  const plan = findPlan(visit.product, offer.planId);
  if (!plan) return problem('plan-not-found');
  const subscription = offer.subscriptionId === null ? null : await subscriptionById(ctx, offer.subscriptionId);
  const from = subscription ? (subscription.nextChargeOn ?? addDays(subscription.periodEnd, 1)) : null;
  const today = marketDate(ctx.clock.now(), offer.market);
  const quote = priceOf(request, { offer, plan, from: from ?? today, today, sessionId: session.id });
  // A link may be forwarded, so its pages show no personal data.
  const known = { ...lead, document: null, address: null };
  const view = { ...request.view, hasAddressForm: false };
  const path = '/custom-offer';
  const routes = { payment: path, isOnePage: true, awaiting: path, done: path } as const;
  const context: PaymentContext = {
    ...{ request: { ...request, view }, session, lead: known, quote, view: null, routes },
    ...{ seller: visit.brand, isFrozen: true },
  };
  return { kind: 'found', offer, plan, from, context };
}

/** Nothing is due now, and the offer's price from its first day on: the payment form treats this as a trial. */
function priceOf(
  { visit }: PageRequest,
  {
    offer,
    plan,
    from,
    today,
    sessionId,
  }: {
    readonly offer: CustomOffer;
    readonly plan: Plan;
    readonly from: LocalDate;
    readonly today: LocalDate;
    readonly sessionId: string;
  },
): Quote {
  const { amount } = offer.price;
  return {
    ...computeQuote(visit.product, plan, null),
    ...{ id: offer.id, sessionId, lines: [], total: 0n, installments: [], expiresAt: new Date(0) },
    methods: offeredMethods(plan).map(({ method, planId }) => ({ method, planId })),
    trial: {
      unit: 'day',
      count: 1,
      ...{ startsOn: today, freeUntil: addDays(from, -1), firstChargeOn: from },
      ...{ amount, people: 1, termAmount: amount },
    },
  };
}

function offerStateOf({ ctx }: PageRequest, { acceptedAt, expiresOn, market, subscriptionId }: CustomOffer) {
  if (acceptedAt !== null && subscriptionId !== null) return 'taken';
  return acceptedAt === null && expiresOn < marketDate(ctx.clock.now(), market) ? 'over' : 'open';
}

/** The page of a seller's offer to one buyer. */
export async function loadPersonalOffer(
  request: PageRequest,
  id: string,
): Promise<PageResult<PersonalOfferData> | NotFound> {
  const found = await find(request, id);
  if (found.kind !== 'found') return found;
  return showPersonalOffer(request, found, request.rawQuery.get('state') === 'not-possible');
}

export function showPersonalOffer(
  request: PageRequest,
  { offer, plan, from, context }: Omit<Found, 'kind'>,
  isImpossible = false,
): PageResult<PersonalOfferData> {
  const { words, visit, view } = request;
  const text = (amount: bigint): string => formatMoney({ amount, currency: offer.price.currency }, view.locale);
  const standing = offerStateOf(request, offer);
  const state = standing === 'open' && isImpossible ? 'not-possible' : standing;
  const names = { on: from ? formatLocalDate(from) : '', price: text(offer.price.amount) };
  const payment =
    from === null || state !== 'open'
      ? null
      : {
          ...paymentData(context),
          trial: {
            title: words('personal-offer.check.title'),
            text: words('personal-offer.check.text', names),
            accept: words(acceptLabel, names),
            start: words('personal-offer.confirm'),
            bill: null,
          },
        };
  const seller = findSeller(visit.brand.sellers, offer.seller)?.name ?? null;
  return show<PersonalOfferData>(
    {
      seller: offer.seller === 'performance' ? null : seller,
      product: visit.product.title,
      plan: plan.name,
      price: names.price,
      standard: plan.price.amount > offer.price.amount ? text(plan.price.amount) : null,
      until: formatLocalDate(offer.expiresOn),
      from: from && names.on,
      state,
      payment,
    },
    { view: 'personal-offer', ...(payment ? { head: { parts: paymentParts(payment, request) } } : {}) },
  );
}

/** Accepts the offer: creates an invoice, or verifies an instrument that is charged from the first day on. */
export async function submitPersonalOffer(form: FormFields, request: PageRequest, id: string): Promise<SubmitResult> {
  const found = await find(request, id);
  if (found.kind === 'data') return redirect(request.firstStep);
  if (found.kind !== 'found') return found;
  const here = request.href('/custom-offer', { [param]: id });
  const { offer, from } = found;
  if (offerStateOf(request, offer) !== 'open') return redirect(here);
  if (from === null) {
    const billed = await invoiceOffer(request.ctx, id);
    if (!billed.ok) return redirect(here);
    const { invoiceId, token } = billed.value;
    return {
      kind: 'redirect',
      to: request.href(`/payment/${invoiceId}`),
      cookies: [request.setMagicLinkCookie(invoiceId, token)],
    };
  }
  return acceptWithInstrument(form, request, { ...found, from }, here);
}

async function acceptWithInstrument(
  form: FormFields,
  request: PageRequest,
  { offer, from, context }: Omit<Found, 'kind' | 'from'> & { readonly from: LocalDate },
  here: string,
): Promise<SubmitResult> {
  const { ctx, browser, words, view } = request;
  const values = valuesToShow(form, ctx.rails);
  const read = readPayment(context, form);
  if (!read.ok) return { kind: 'refused', values, errors: read.error };
  const [tender] = read.value.payRequest.tenders;
  if (!tender) return { kind: 'refused', values, errors: { method: 'payment.method.missing' } };
  const { session, lead } = context;
  const names = { on: formatLocalDate(from), price: formatMoney(offer.price, view.locale) };
  const agreed = { label: acceptLabel, text: words(acceptLabel, names) };
  const consent = { kind: 'purchase', accepted: true, ...agreed } as const;
  await recordConsents(ctx.db, session.id, [consent], browser.ip, ctx.clock.now());
  const fields = { ...tender.fields, keep: 'yes' };
  const checked = await verifyInstrumentOnce(ctx, {
    key: `offer ${offer.id} ${sha256(JSON.stringify(Object.entries(fields).toSorted(([a], [b]) => (a < b ? -1 : 1))))}`,
    ...{ business: offer.business, market: offer.market, currency: offer.price.currency },
    ...{ method: tender.method, fields, sessionId: session.id, ip: browser.ip, visitor: browser.hash },
    buyer: { name: lead.name, email: lead.email, phone: lead.phone },
  });
  const isToProve = !checked.ok && checked.error.code === 'captcha-needed';
  if (!checked.ok && (isToProve || checked.error.code === 'too-many-tries'))
    return {
      kind: 'refused',
      values,
      errors: { form: `payment.error.${checked.error.code}` },
      ...(isToProve ? { rerunParts: ['extra/captcha'] } : {}),
    };
  const profileId = checked.ok ? checked.value.profileId : null;
  if (profileId === null) return { kind: 'refused', values, errors: { form: 'payment.error.means-refused' } };
  const taken = await acceptSubscriptionOffer(ctx, offer.id, profileId);
  return redirect(taken.ok ? here : `${here}&state=not-possible`);
}
