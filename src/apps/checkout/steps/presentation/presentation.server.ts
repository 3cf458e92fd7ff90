import type { Plan } from '#src/domain/catalog/products/index.ts';
import type { PresentationVariant } from '#src/domain/catalog/brand-data/index.ts';
import type { ComputedQuote } from '#src/domain/checkout/quotes/index.ts';
import { chargeCalendar } from '#src/domain/catalog/terms/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { currentOffer } from '../../site/current-offer.server.ts';
import { priceView } from '../../site/price-view.server.ts';
import { productDetails, quoteSummary } from '../../site/summary.server.ts';
import { definePage, type PageRequest, problem, show } from '../../framework/page.server.ts';
import type { PresentationData, TrialView, LotView } from './presentation.types.ts';
import { type LotOffer, ticketLots } from '#src/domain/checkout/tickets/index.server.ts';

/** Presentations that are about a voucher. */
const discounts: ReadonlySet<PresentationVariant> = new Set(['black-friday', 'partner-discount']);

export const page = definePage<PresentationData>({
  load: async (request) => {
    const { visit, view, words } = request;
    const { next } = view.flow ?? {};
    if (!next) return problem('flow-ends-at-presentation');
    const { variant = 'default', benefits = [] } = visit.step?.props.presentation ?? {};
    const offer = await currentOffer(request);
    if (offer.kind !== 'offer') return offer;
    const { plan, quote } = offer;
    const trial = variant === 'trial' ? trialView(request, plan, quote) : null;
    if (variant === 'trial' && !trial) return problem('trial-missing');
    return show<PresentationData>(
      {
        variant,
        product: visit.product.title,
        seller: view.seller.id === 'performance' ? null : view.seller.name,
        plan: plan.name,
        benefits,
        price: priceView(quote, plan, words, view.locale),
        isOver: discounts.has(variant) && quote.voucher === null,
        until: quote.voucher === null ? null : lastDayOf(request, quote.voucher),
        trial,
        lots: await lotViews(request),
        next,
      },
      { head: { summary: quoteSummary(quote, words, view.locale, productDetails(request, quote)) } },
    );
  },
});

/** End of a trial that begins now, by the calendar of the market, and its first charge. */
function trialView({ ctx, words, view }: PageRequest, plan: Plan, quote: ComputedQuote): TrialView | null {
  const { freeUntil, nextChargeOn } = chargeCalendar(plan, marketDate(ctx.clock.now(), view.market), false);
  if (!plan.trial || !freeUntil) return null;
  const { unit, count } = plan.trial;
  return {
    period: words(`presentation.trial.period.${unit}`, { count }),
    lastFreeDay: formatLocalDate(freeUntil),
    firstCharge: formatLocalDate(nextChargeOn),
    amount: formatMoney({ amount: quote.total, currency: quote.currency }, view.locale),
  };
}

/** The last day on which a voucher holds; null when it has no end. */
function lastDayOf({ ctx, visit, view }: PageRequest, code: string): string | null {
  const until = ctx.catalog.voucher(visit.brand.brand, visit.brand.variant, code)?.validUntil;
  // The end is the first instant at which it no longer holds.
  return until ? formatLocalDate(marketDate(new Date(until.getTime() - 1), view.market)) : null;
}

/** The lots of an event, each with its price and how it stands now; empty for products that are no event. */
async function lotViews(request: PageRequest): Promise<LotView[]> {
  const { ctx, visit, view } = request;
  const lots = await ticketLots(ctx, ctx.db, visit.brand.brand, visit.product);
  const opening = lots.find(({ standing }) => standing === 'next');
  return lots.map((offer) => ({
    name: offer.plan.name,
    price: formatMoney(offer.plan.price, view.locale),
    note: noteOf(request, offer, offer === opening),
    isOnSale: offer.standing === 'on-sale',
  }));
}

function noteOf({ words }: PageRequest, { plan, lot, left, standing }: LotOffer, opensNext: boolean): string {
  if (standing === 'next') return words(opensNext ? 'presentation.lot.next' : 'presentation.lot.later');
  if (standing !== 'on-sale') return words(`presentation.lot.${standing}`);
  if (lot.until === null) return words('presentation.lot.left', { count: left });
  // The end is the first instant at which the lot is no longer sold.
  const lastDay = marketDate(new Date(lot.until.getTime() - 1), plan.market);
  return words('presentation.lot.until', { count: left, date: formatLocalDate(lastDay) });
}
