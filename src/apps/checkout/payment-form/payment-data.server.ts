import { type Brand, designSystemId } from '#src/branding/index.ts';
import type { Lead } from '#src/domain/checkout/leads/index.ts';
import { contractPath } from '#src/domain/documents/contracts/index.ts';
import type { OrderView } from '#src/domain/orders/index.ts';
import type { Quote, QuoteInstallment } from '#src/domain/checkout/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/checkout/sessions/index.ts';
import type { PaymentProfile } from '#src/domain/payments/profiles/index.ts';
import type { PayRequest } from '#src/domain/payments/index.ts';
import { type UpcomingCharges, upcomingChargesOfPlan, noUpcomingCharges } from '#src/domain/payments/index.server.ts';
import type { ChosenLocation } from '#src/domain/checkout/test-locations/index.ts';
import type { LotOffer } from '#src/domain/checkout/tickets/index.server.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { regions } from '#src/kernel/locale/regions.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { formatDocument } from '#src/ui/payment/document-mask.ts';
import { purchaseTerms } from '../site/summary.server.ts';
import type { PurchaseRoutes } from '../site/order-status/purchase-routes.ts';
import { mayResume } from '../site/resume-link/resume-link.server.ts';
import { watchedOrder } from '../site/order-status/order-address.server.ts';
import type { PageRequest } from '../framework/page.server.ts';
import { railParts } from '../site/rail-parts.ts';
import { suggestionsFor, pickedMethodOf, installmentsParam, methodParam } from './suggestions/suggestions.server.ts';
import { methodAmount, amountDue, installmentsFor, isZeroAmount, isVerificationOnly } from './amount-due.server.ts';
import { readyFirst } from './methods/known-details.server.ts';
import { idempotencyKeyOf } from './idempotency-key.server.ts';
import { sortForMarket, methodNote } from './methods/method-notes.server.ts';
import { freeNotice, paymentNoticeFor, retryWaitSeconds } from './payment-notice.server.ts';
import { installmentTexts, defaultInstallmentCount } from './methods/installment-texts.server.ts';
import { splitOf, splitOffers } from './split/split-data.server.ts';
import { ticketTexts } from './tickets/ticket-texts.server.ts';
import { trialOffer } from './trial/trial-offer.server.ts';
import { offeredMethods } from './methods/offered-methods.server.ts';
import type { OfferedMethod, PaymentData } from './payment.types.ts';

/** The inputs of the payment page. */
export interface PaymentContext {
  readonly request: PageRequest;
  readonly session: CheckoutSession;
  readonly lead: Lead;
  readonly quote: Quote;
  readonly view: OrderView | null;
  /** The pages of this purchase. */
  readonly routes: PurchaseRoutes;
  /** The company whose terms the buyer accepts. */
  readonly seller: Pick<Brand, 'links'>;
  /** The ticket lots of an event; empty where no tickets are sold. */
  readonly lots?: readonly LotOffer[];
  /** The selected unit or test location. */
  readonly unit?: ChosenLocation | null;
  /** The buyer's saved instruments. */
  readonly profiles?: readonly PaymentProfile[];
  /** Tenders that pay a part of the price before the form's own; `quote` is for the rest. */
  readonly first?: PayRequest['tenders'];
  /** The order existed with this price before the buyer arrived: no voucher changes it. */
  readonly isFrozen?: boolean;
  /** A first purchase on its own buyer's page: product and access address are shown again beside the button. */
  readonly isOwnPage?: boolean;
  /** The consent to later charges, where the price existed before. */
  readonly upcomingCharge?: UpcomingCharges;
}

/** The rail that is blocked for now after too many declines; null without one. */
function blockedRail({ ctx }: PageRequest, view: OrderView | null): string | null {
  const tried = view?.attempts[0]?.rail;
  return view && tried !== undefined && retryWaitSeconds(ctx, view) !== null ? tried : null;
}

/** The preselected method, by the flow's data or else the brand's order: a blocked one only when no other is offered. */
function chosenOf({ request, view }: PaymentContext, methods: readonly OfferedMethod[]): string | null {
  const wanted = request.visit.step?.props.method;
  const tried = view?.attempts[0]?.rail;
  const open = methods.filter(({ rail }) => rail !== blockedRail(request, view));
  const byRail = (id: string | undefined): OfferedMethod | undefined => open.find(({ rail }) => rail === id);
  const asked = request.rawQuery.get(methodParam);
  const chosen =
    open.find(({ method }) => method === asked) ??
    byRail(tried) ??
    byRail(wanted === undefined ? undefined : request.ctx.rails.byMethod(wanted)?.id) ??
    open[0] ??
    methods[0];
  return chosen?.method ?? null;
}

/** The installments of the address; else the usual number. */
function countOf(context: PaymentContext, installments: readonly QuoteInstallment[]): number {
  const asked = Number(context.request.rawQuery.get(installmentsParam) ?? 0);
  return installments.some(({ count }) => count === asked) ? asked : defaultInstallmentCount(context, installments);
}

/** A natural person's tax id in its format; a company's is not filled into a person's field. */
function documentOf(lead: Lead, market: PaymentContext['session']['market']): string {
  return lead.document?.type === markets[market].documents[0] ? formatDocument(lead.document.number) : '';
}

function addressOf({ request, lead, session }: PaymentContext): PaymentData['address'] {
  if (!request.view.hasAddressForm) return null;
  const known = Object.entries(lead.address ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    values: Object.fromEntries(known),
    states: regions[session.market].map(({ code, name }) => ({ value: code, label: name })),
  };
}

/** The views for this payment: forms of its payment methods, and the parts that only some payments have. */
export function paymentParts(
  { methods, address, tickets, trial, split, suggestions, watch }: PaymentData,
  { method }: { readonly method: string },
): string[] {
  const rails = methods.map(({ rail }) => rail);
  return [
    ...railParts('form', rails),
    ...(address ? ['extra/address'] : []),
    ...(tickets.length > 0 ? ['extra/tickets'] : []),
    ...(trial ? ['extra/trial'] : []),
    ...(split ? ['extra/split'] : []),
    ...(suggestions ? ['extra/suggestions'] : []),
    ...(watch ? ['extra/watch'] : []),
    // An answer has a price of its own.
    ...(method === 'POST' ? ['extra/summary'] : []),
  ];
}

/** A price from before the buyer arrived has its own consent options. */
function upcomingChargeOf({ request, session, quote, isFrozen, upcomingCharge }: PaymentContext): UpcomingCharges {
  return upcomingCharge ?? (isFrozen ? noUpcomingCharges : upcomingChargesOfPlan(request.ctx, session, quote));
}

/** The page's data as formatted text. */
export function paymentData(context: PaymentContext): PaymentData {
  const { request, session, lead, quote, view, routes, seller } = context;
  const { ctx, words } = request;
  const { locale } = request.view;
  const text = (amount: bigint): string => formatMoney({ amount, currency: quote.currency }, locale);
  const due = amountDue(context);
  const isPartlyPaid = due !== quote.total;
  const isFree = isZeroAmount(context);
  const fitting = isFree
    ? []
    : sortForMarket(
        request,
        session.market,
        offeredMethods(request, session, quote, context.unit, view, {
          ...{ due: methodAmount(context), lead },
          upcomingCharge: upcomingChargeOf(context),
        }),
      );
  const isChecked = isVerificationOnly(context);
  const split = context.first || isChecked ? null : splitOf(context, fitting, due);
  const methods = readyFirst(
    context,
    fitting.filter(
      ({ partOnly, canSaveInstrument }) =>
        (split !== null || partOnly === undefined) && (canSaveInstrument || !isChecked),
    ),
  );
  const installments = installmentsFor(context, due);
  const holdEndsAt = view?.split?.standing === 'held' ? view.split.heldUntil : null;
  const divided = context.first || isChecked ? [] : splitOffers(context, fitting, due);
  const newest = view?.attempts[0];
  return {
    quoteId: quote.id,
    idempotencyKey: idempotencyKeyOf(session, view),
    amount: unitsToJson(due),
    total: text(due),
    isFree,
    methods: methods.map((offered) => ({
      ...offered,
      note: methodNote(request, offered, { due, installments, text }),
    })),
    chosen: chosenOf(context, methods),
    blockedMethod: methods.find(({ rail }) => rail === blockedRail(request, view))?.method ?? null,
    installments: installmentTexts({ ...quote, installments }, words, locale),
    split,
    splitOffers: divided,
    defaultCount: countOf(context, installments),
    takesVoucher: session.upsell === null && !isPartlyPaid && !context.isFrozen,
    voucher: quote.voucher === null ? null : { code: quote.voucher, saving: text(quote.discount) },
    // A voucher cannot cover what other tenders pay.
    notice:
      isFree && !context.first
        ? freeNotice(request)
        : paymentNoticeFor(request, view, newest ? ctx.rails.byId(newest.rail) : null, routes),
    suggestions: isFree || isChecked ? null : suggestionsFor(context, fitting, due, installments),
    picked: isFree || isChecked ? null : pickedMethodOf(context, methods, split !== null),
    watch: view && !context.first ? watchedOrder(request, view) : null,
    holdSecondsLeft:
      holdEndsAt === null ? null : Math.max(0, Math.ceil((holdEndsAt.getTime() - ctx.clock.now().getTime()) / 1000)),
    document: documentOf(lead, session.market),
    phone: context.isFrozen ? '' : lead.phone,
    // Nothing is charged today: a verification needs no billing address.
    address: isFree || isChecked ? null : addressOf(context),
    trial: trialOffer(context, fitting),
    tickets: ticketTexts(context),
    market: session.market,
    secretFrame: secretFrameOf(request),
    buyerEmail: context.isFrozen ? noReplyAddress(ctx.config.publicOrigin) : lead.email,
    terms: context.isOwnPage && !quote.trial ? purchaseTerms(request, quote) : null,
    contact: context.isOwnPage ? { email: lead.email, change: request.firstStep } : null,
    profiles: (context.profiles ?? []).map(({ id, rail, gateway, brand, last4, expiry }) => ({
      ...{ id, rail, gateway },
      label: request.words(`method.${rail}.saved`, { brand, last4, expiry }),
      ...(ctx.gateways.byId(gateway)?.requiresSecurityCode?.includes(brand)
        ? { secretFrame: `${secretFrameOf(request)}&gateway=${gateway}&kept=${brand}` }
        : {}),
    })),
    hasAccepted: newest !== undefined,
    otherDevice: mayResume(context) && !context.isFrozen ? request.href('/elsewhere') : null,
    links: {
      contract: request.href(contractPath(quote.id)),
      terms: seller.links.terms,
      politics: seller.links.politics,
    },
  };
}

/** A billing address for gateways that require one, where a forwarded link must not show the buyer's. */
function noReplyAddress(origin: string): string {
  return `noreply@${new URL(origin).hostname}`;
}

/** Address of the card-fields page, with the parent origin, theme and language. */
function secretFrameOf({ ctx, fieldsOrigin, view }: PageRequest): string {
  const query = new URLSearchParams({
    parent: ctx.config.publicOrigin,
    theme: designSystemId(view.theme),
    locale: view.locale,
  });
  return `${fieldsOrigin}/?${query}`;
}
