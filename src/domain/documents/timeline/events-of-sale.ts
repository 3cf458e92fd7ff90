import { moneyEvents } from './money-events.ts';
import { paymentEvents } from './payment-events.ts';
import type { SaleFacts } from './sale-facts.types.ts';
import { serviceEvents } from './service-events.ts';
import { timelineRings, type TimelineEvent } from './timeline.types.ts';

/** All events of a sale, oldest first; of one instant, the buyer's first, then the company's, the ledger's and so on. */
export function eventsOfSale(sale: SaleFacts): TimelineEvent[] {
  const all = [...paymentEvents(sale), ...moneyEvents(sale), ...serviceEvents(sale)];
  const place = (event: TimelineEvent): number => timelineRings.indexOf(event.ring);
  // The sort is stable: events of one ring and instant keep the order in which they were written.
  return all.toSorted((one, other) => one.at.getTime() - other.at.getTime() || place(one) - place(other));
}
