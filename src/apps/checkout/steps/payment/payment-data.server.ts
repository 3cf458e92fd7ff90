import { type Brand, designSystemId } from '#src/branding/index.ts';
import type { Lead } from '#src/domain/leads/index.ts';
import { contractAddress } from '#src/domain/contracts/index.ts';
import type { OrderView } from '#src/domain/orders/index.ts';
import type { Quote, QuoteInstallment } from '#src/domain/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import type { PaymentProfile } from '#src/domain/payment-profiles/index.ts';
import type { PayRequest } from '#src/domain/payments/index.ts';
import { type AgreementAhead, aheadOfPlan, nothingAhead } from '#src/domain/payments/index.server.ts';
import type { ChosenPlace } from '#src/domain/places/index.ts';
import type { LotOffer } from '#src/domain/tickets/index.server.ts';
import { markets } from '#src/kernel/locale/markets.ts';
import { regions } from '#src/kernel/locale/regions.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { layDocument } from '#src/ui/payment/document-mask.ts';
import { purchaseTerms } from '../../site/summary.server.ts';
import type { PurchasePlaces } from '../../status/purchase-places.ts';
import { mayResume } from '../../pages/waiting/resume-link.server.ts';
import { watchedOrder } from '../../status/standing.server.ts';
import type { PageRequest } from '../../web/page.server.ts';
import { partsOfRails } from '../../web/parts.ts';
import { coachOf, pickedOf, timesName, wayName } from './coach-data.server.ts';
import { askedOf, dueOf, installmentsOf, isNothingOwed, isOnlyChecked } from './payment-due.server.ts';
import { readyFirst } from './known-details.server.ts';
import { idempotencyKeyOf } from './payment-key.server.ts';
import { inLocalOrder, noteOf } from './method-notes.server.ts';
import { freeNotice, noticeOf, restOf } from './payment-notice.server.ts';
import { installmentTexts, usualCount } from './payment-texts.server.ts';
import { splitOf, splitOffers } from './split-data.server.ts';
import { ticketTexts } from './ticket-texts.server.ts';
import { trialOffer } from './trial-offer.server.ts';
import { offeredMethods } from './offered-methods.server.ts';
import type { OfferedMethod, PaymentData } from './payment.types.ts';

/** Everything that the payment page is made of. */
export interface PaymentFacts {
  readonly request: PageRequest;
  readonly session: CheckoutSession;
  readonly lead: Lead;
  readonly quote: Quote;
  readonly view: OrderView | null;
  /** The pages of this purchase. */
  readonly places: PurchasePlaces;
  /** Whose terms the buyer accepts. */
  readonly seller: Pick<Brand, 'links'>;
  /** The lots of an event's tickets; none where no tickets are sold. */
  readonly lots?: readonly LotOffer[];
  /** Where the buyer will study, once they chose it. */
  readonly unit?: ChosenPlace | null;
  /** Means that the buyer let us keep. */
  readonly profiles?: readonly PaymentProfile[];
  /** Tenders that pay a part of the price before the form's own; `quote` is then about what they leave. */
  readonly first?: PayRequest['tenders'];
  /** The order was made for this price before the buyer came: no voucher changes it. */
  readonly isFrozen?: boolean;
  /** A first purchase, on a page of its own buyer: what it gives and where that goes is said once more beside the button. */
  readonly isOwnPage?: boolean;
  /** What may be agreed to for the terms to come, where the price was there before. */
  readonly ahead?: AgreementAhead;
}

/** The rail that was refused too often to be tried again now; null when none was. */
function restingRail({ ctx }: PageRequest, view: OrderView | null): string | null {
  const tried = view?.attempts[0]?.rail;
  return view && tried !== undefined && restOf(ctx, view) !== null ? tried : null;
}

/** The method that the flow's data, or else the brand's order, opens: never one that rests while another is offered. */
function chosenOf({ request, view }: PaymentFacts, methods: readonly OfferedMethod[]): string | null {
  const wanted = request.visit.step?.props.method;
  const tried = view?.attempts[0]?.rail;
  const open = methods.filter(({ rail }) => rail !== restingRail(request, view));
  const byRail = (id: string | undefined): OfferedMethod | undefined => open.find(({ rail }) => rail === id);
  const asked = request.rawQuery.get(wayName);
  const chosen =
    open.find(({ method }) => method === asked) ??
    byRail(tried) ??
    byRail(wanted === undefined ? undefined : request.ctx.rails.byMethod(wanted)?.id) ??
    open[0] ??
    methods[0];
  return chosen?.method ?? null;
}

/** As many installments as the address asks for; else as are usual here. */
function countOf(facts: PaymentFacts, installments: readonly QuoteInstallment[]): number {
  const asked = Number(facts.request.rawQuery.get(timesName) ?? 0);
  return installments.some(({ count }) => count === asked) ? asked : usualCount(facts, installments);
}

/** A document that belongs to a person, as it is written in its field; a company's is not put into a person's field. */
function documentOf(lead: Lead, market: PaymentFacts['session']['market']): string {
  return lead.document?.type === markets[market].documents[0] ? layDocument(lead.document.number) : '';
}

function addressOf({ request, lead, session }: PaymentFacts): PaymentData['address'] {
  if (!request.view.hasAddressForm) return null;
  const known = Object.entries(lead.address ?? {}).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    values: Object.fromEntries(known),
    states: regions[session.market].map(({ code, name }) => ({ value: code, label: name })),
  };
}

/** The views that the page needs to show this payment: forms of its ways to pay, and what only some payments have. */
export function paymentParts(
  { methods, address, tickets, trial, split, coach, watch }: PaymentData,
  { method }: { readonly method: string },
): string[] {
  const rails = methods.map(({ rail }) => rail);
  return [
    ...partsOfRails('form', rails),
    ...(address ? ['extra/address'] : []),
    ...(tickets.length > 0 ? ['extra/tickets'] : []),
    ...(trial ? ['extra/trial'] : []),
    ...(split ? ['extra/split'] : []),
    ...(coach ? ['extra/coach'] : []),
    ...(watch ? ['extra/watch'] : []),
    // An answer brings a price of its own.
    ...(method === 'POST' ? ['extra/summary'] : []),
  ];
}

/** A price that was made before its buyer came says itself what may be agreed to beside it. */
function aheadOf({ request, session, quote, isFrozen, ahead }: PaymentFacts): AgreementAhead {
  return ahead ?? (isFrozen ? nothingAhead : aheadOfPlan(request.ctx, session, quote));
}

/** What the page shows, as finished text. */
export function paymentData(facts: PaymentFacts): PaymentData {
  const { request, session, lead, quote, view, places, seller } = facts;
  const { ctx, words } = request;
  const { locale } = request.view;
  const text = (amount: bigint): string => formatMoney({ amount, currency: quote.currency }, locale);
  const due = dueOf(facts);
  const isPartlyPaid = due !== quote.total;
  const isFree = isNothingOwed(facts);
  const fitting = isFree
    ? []
    : inLocalOrder(
        request,
        session.market,
        offeredMethods(request, session, quote, facts.unit, view, {
          ...{ due: askedOf(facts), lead },
          ahead: aheadOf(facts),
        }),
      );
  const isChecked = isOnlyChecked(facts);
  const split = facts.first || isChecked ? null : splitOf(facts, fitting, due);
  const methods = readyFirst(
    facts,
    fitting.filter(
      ({ partOnly, keepsMeans }) => (split !== null || partOnly === undefined) && (keepsMeans || !isChecked),
    ),
  );
  const installments = installmentsOf(facts, due);
  const kept = view?.split?.standing === 'held' ? view.split.heldUntil : null;
  const divided = facts.first || isChecked ? [] : splitOffers(facts, fitting, due);
  const newest = view?.attempts[0];
  return {
    quoteId: quote.id,
    idempotencyKey: idempotencyKeyOf(session, view),
    amount: unitsToJson(due),
    total: text(due),
    isFree,
    methods: methods.map((offered) => ({ ...offered, note: noteOf(request, offered, { due, installments, text }) })),
    chosen: chosenOf(facts, methods),
    resting: methods.find(({ rail }) => rail === restingRail(request, view))?.method ?? null,
    installments: installmentTexts({ ...quote, installments }, words, locale),
    split,
    splitOffers: divided,
    defaultCount: countOf(facts, installments),
    takesVoucher: session.upsell === null && !isPartlyPaid && !facts.isFrozen,
    voucher: quote.voucher === null ? null : { code: quote.voucher, saving: text(quote.discount) },
    // What other tenders pay whole, no voucher does.
    notice:
      isFree && !facts.first
        ? freeNotice(request)
        : noticeOf(request, view, newest ? ctx.rails.byId(newest.rail) : null, places),
    coach: isFree || isChecked ? null : coachOf(facts, fitting, due, installments),
    picked: isFree || isChecked ? null : pickedOf(facts, methods, split !== null),
    watch: view && !facts.first ? watchedOrder(request, view) : null,
    keptSeconds: kept === null ? null : Math.max(0, Math.ceil((kept.getTime() - ctx.clock.now().getTime()) / 1000)),
    document: documentOf(lead, session.market),
    phone: facts.isFrozen ? '' : lead.phone,
    // Nothing is charged today: no scheme asks where a card that is only checked is billed.
    address: isFree || isChecked ? null : addressOf(facts),
    trial: trialOffer(facts, fitting),
    tickets: ticketTexts(facts),
    market: session.market,
    secretFrame: secretFrameOf(request),
    buyerEmail: facts.isFrozen ? nobodyAt(ctx.config.publicOrigin) : lead.email,
    terms: facts.isOwnPage && !quote.trial ? purchaseTerms(request, quote) : null,
    contact: facts.isOwnPage ? { email: lead.email, change: request.firstStep } : null,
    profiles: (facts.profiles ?? []).map(({ id, rail, gateway, brand, last4, expiry }) => ({
      ...{ id, rail, gateway },
      label: request.words(`method.${rail}.saved`, { brand, last4, expiry }),
      ...(ctx.gateways.byId(gateway)?.asksAgain?.includes(brand)
        ? { secretFrame: `${secretFrameOf(request)}&gateway=${gateway}&kept=${brand}` }
        : {}),
    })),
    hasAccepted: newest !== undefined,
    elsewhere: mayResume(facts) && !facts.isFrozen ? request.href('/elsewhere') : null,
    links: {
      contract: request.href(contractAddress(quote.id)),
      terms: seller.links.terms,
      politics: seller.links.politics,
    },
  };
}

/** An address for companies that want one where whoever has the link must not be shown the buyer's. */
function nobodyAt(origin: string): string {
  return `noreply@${new URL(origin).hostname}`;
}

/** Address of the page for secret fields: it is told who frames it, in which looks and language. */
function secretFrameOf({ ctx, fieldsOrigin, view }: PageRequest): string {
  const query = new URLSearchParams({
    parent: ctx.config.publicOrigin,
    theme: designSystemId(view.theme),
    locale: view.locale,
  });
  return `${fieldsOrigin}/?${query}`;
}
