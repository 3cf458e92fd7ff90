import { type LotOffer, ticketLots } from '#src/domain/checkout/tickets/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { LotView } from './presentation.types.ts';

/** The lots of an event, each with its price and how it stands now; empty for products that are no event. */
export async function lotViews(request: PageRequest): Promise<LotView[]> {
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
