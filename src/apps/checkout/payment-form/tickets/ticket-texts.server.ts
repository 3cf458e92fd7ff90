import type { LotOffer } from '#src/domain/checkout/tickets/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { PaymentContext } from '../payment-data.server.ts';
import type { OfferedLot } from '../payment.types.ts';

/** So many seats of a hundred, or fewer, are few. */
const scarcePercent = 15;

/** The lots of an event as the buyer reads them: what was, what this payment buys, what comes next. */
export function ticketTexts(context: PaymentContext): OfferedLot[] {
  const { request, quote, lots = [] } = context;
  const opening = lots.find(
    ({ plan, standing }) => plan.id !== quote.planId && standing !== 'sold-out' && standing !== 'over',
  );
  return lots.map((offer) => {
    const { plan, lot, left, standing } = offer;
    // The seat of an order that is being paid is the buyer's, also when it was the last one.
    const isBought = plan.id === quote.planId;
    return {
      name: plan.name,
      price: formatMoney(plan.price, request.view.locale),
      standing: isBought ? 'bought' : standing === 'sold-out' || standing === 'over' ? 'gone' : 'next',
      note: isBought ? boughtNote(context, offer) : request.words(otherNote(offer, offer === opening)),
      isScarce: isBought && left * 100 <= lot.seats * scarcePercent,
    };
  });
}

/** How many tickets the price holds for, and until which day of the market. */
function boughtNote({ request }: PaymentContext, { plan, lot, left }: LotOffer): string {
  const { words } = request;
  const count = words('payment.tickets.left', { count: left });
  if (lot.until === null || left === 0) return count;
  const lastDay = marketDate(new Date(lot.until.getTime() - 1), plan.market);
  return words('payment.tickets.until', { left: count, date: formatLocalDate(lastDay) });
}

function otherNote({ standing }: LotOffer, opensNext: boolean): string {
  if (standing === 'sold-out') return 'payment.tickets.sold-out';
  if (standing === 'over') return 'payment.tickets.over';
  return opensNext ? 'payment.tickets.next' : 'payment.tickets.later';
}
