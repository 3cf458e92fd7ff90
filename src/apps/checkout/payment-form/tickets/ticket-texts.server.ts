import type { LotOffer } from '#src/domain/checkout/tickets/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { PaymentContext } from '../payment-data.server.ts';
import type { OfferedLot } from '../payment.types.ts';

/** Percentage of seats at which a lot is nearly sold out. */
const scarcePercent = 15;

/** The ticket lots of an event: past ones, the one of this payment, and the next ones. */
export function ticketTexts(context: PaymentContext): OfferedLot[] {
  const { request, quote, lots = [] } = context;
  const opening = lots.find(
    ({ plan, standing }) => plan.id !== quote.planId && standing !== 'sold-out' && standing !== 'over',
  );
  return lots.map((offer) => {
    const { plan, lot, left, standing } = offer;
    // The seat of an order in payment is the buyer's, also when it was the last one.
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

/** The number of tickets at this price, and its last day in the market's time zone. */
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
