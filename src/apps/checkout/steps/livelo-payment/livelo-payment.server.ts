import {
  earnedPoints,
  joinProgramme,
  type PointsTender,
  pointsTender,
  type TenderFailure,
} from '#src/domain/customers/loyalty/index.server.ts';
import { locationOfKind, locationsOfSession } from '#src/domain/checkout/test-locations/index.server.ts';
import type { ComputedQuote } from '#src/domain/checkout/quotes/index.ts';
import { currentQuote, partInstallments } from '#src/domain/checkout/quotes/index.server.ts';
import { formatCount, formatMoney } from '#src/kernel/money/format-money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { priceInPoints } from '../../site/loyalty/price-in-points.ts';
import {
  openMemberPage,
  type MemberPage,
  nextStepOf,
  stepForLink,
  pointsPaths,
  skipPoints,
} from '../../site/loyalty/open-points-page.server.ts';
import { productDetails, quoteSummary } from '../../site/summary.server.ts';
import { mainPurchase } from '../../site/order-status/purchase.server.ts';
import {
  definePage,
  type PageRequest,
  problem,
  type Problem,
  redirect,
  type Redirect,
  show,
  type PageResult,
} from '../../framework/page.server.ts';
import { type PaymentContext, paymentData, paymentParts } from '../../payment-form/payment-data.server.ts';
import { paymentNoticeFor } from '../../payment-form/payment-notice.server.ts';
import { decidedOrderAddress, submitPayment } from '../../payment-form/submit-payment.server.ts';
import type { LiveloPaymentData } from './livelo-payment-page.tsx';

export const page = definePage<LiveloPaymentData>({
  load: async (request) => {
    const visit = await openMemberPage(request);
    if (visit.kind !== 'points') return visit;
    if (visit.wants === 'earn') return show<LiveloPaymentData>(await earning(request, visit), { head: visit.head });
    const spending = await gather(request, visit);
    return spending.kind === 'context' ? showSpending(request, visit, spending) : spending;
  },

  submit: async (form, request) => {
    const visit = await openMemberPage(request);
    if (visit.kind !== 'points') return visit;
    const skipped = await skipPoints(request, form, visit);
    if (skipped) return skipped;
    const spending = visit.wants === 'spend' ? await gather(request, visit) : null;
    if (spending && spending.kind !== 'context') return spending;
    const joined = await joinProgramme(request.ctx, visit.session);
    if (!joined.ok) return redirect(request.href('/success'));
    return spending ? submitPayment(spending.context, form) : nextStepOf(request);
  },
});

/** What the purchase earns; the number only where the programme says it. */
async function earning({ view }: PageRequest, { programme, offer }: MemberPage): Promise<LiveloPaymentData> {
  const terms = await programme.earning();
  const { total, discount, currency } = offer.quote;
  const points = terms.ok ? earnedPoints(total, terms.value, discount > 0n) : null;
  return {
    wants: 'earn',
    standing: points === null ? 'unknown' : points === 0 ? 'none' : 'earned',
    points: formatCount(points ?? 0, view.locale),
    total: formatMoney({ amount: total, currency }, view.locale),
    creditDays: terms.ok ? terms.value.creditDays : 0,
  };
}

interface Spending {
  readonly kind: 'context';
  readonly tender: PointsTender;
  readonly context: PaymentContext;
}

/** The chosen split as a payment, if the account and the price still allow it; or the page to go to. */
async function gather(request: PageRequest, visit: MemberPage): Promise<Spending | Redirect | Problem> {
  const { ctx, href } = request;
  const { session, programme, link, lead, offer } = visit;
  const purchase = await mainPurchase(request);
  if (!purchase) return redirect(request.firstStep);
  const { view, routes } = purchase;
  // A part is held already: the rest of the price is paid on the usual payment page.
  if (view?.split && view.split.held > 0n) return redirect(href(routes.payment));
  const tender = await pointsTender(ctx, programme, session, offer.quote.total);
  if (!tender.ok) return redirect(href(stepForFailure(tender.error, link)));
  const quote = await currentQuote(ctx, session);
  if (!quote.ok || quote.value.total !== offer.quote.total)
    return problem(quote.ok ? 'quote-changed' : quote.error.code);
  const { inMoney, request: first } = tender.value;
  const plan = request.visit.product.plans.find(({ id }) => id === quote.value.planId);
  const installments = partInstallments(quote.value, inMoney, plan?.installments?.minimum ?? null);
  const unit = locationOfKind(await locationsOfSession(ctx.db, session.id), 'unit');
  const context: PaymentContext = {
    request,
    session,
    lead,
    quote: { ...quote.value, total: inMoney, installments },
    view,
    routes,
    seller: request.visit.brand,
    unit,
    first: [first],
    // A voucher changes the whole price, and with it what the points may pay: it comes before them.
    isFrozen: true,
  };
  return decidedOrderAddress(context) === null
    ? { kind: 'context', tender: tender.value, context }
    : redirect(decidedOrderAddress(context) ?? href(routes.payment));
}

function stepForFailure(failure: TenderFailure, link: MemberPage['link']): string {
  if (failure === 'points-changed') return pointsPaths.choice;
  return failure === 'not-begun' ? stepForLink(link) : pointsPaths.error;
}

function showSpending(
  request: PageRequest,
  { offer }: MemberPage,
  { tender, context }: Spending,
): PageResult<LiveloPaymentData> {
  const { view, routes } = context;
  const shown = paymentData(context);
  const rail = request.ctx.rails.byId(view?.attempts[0]?.rail ?? '');
  const payment = { ...shown, notice: paymentNoticeFor(request, view, rail, routes) };
  const { currency, total } = offer.quote;
  const price = { price: unitsToJson(total), currency, pointsPerUnit: tender.pointsPerUnit };
  const parts = priceInPoints(price, tender.points, request.view.locale);
  if (!parts) throw new Error('Points pay more than the price');
  return show<LiveloPaymentData>(
    {
      wants: 'spend',
      parts,
      change: request.href(pointsPaths.choice),
      payment,
    },
    {
      head: {
        summary: pointsSummary(request, offer.quote, tender, context.quote.installments),
        parts: paymentParts(payment, request),
      },
    },
  );
}

/** The purchase, and the rest of its price after the points: that amount is charged. */
export function pointsSummary(
  request: Pick<PageRequest, 'ctx' | 'words' | 'view' | 'visit'>,
  quote: ComputedQuote,
  { points, inPoints }: Pick<PointsTender, 'points' | 'inPoints'>,
  installments: ComputedQuote['installments'],
): SummaryView {
  const { words, view } = request;
  const label = words('livelo.part.points', { points: formatCount(points, view.locale) });
  const covered = { parts: [{ label, amount: inPoints }], installments };
  return quoteSummary(quote, words, view.locale, { ...productDetails(request, quote), covered });
}
