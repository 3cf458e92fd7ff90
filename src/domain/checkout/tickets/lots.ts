import type { Plan, Product, TicketLot } from '../../catalog/products/index.ts';

/** `next` waits for the lot before it; `over` has passed its last day. */
export type LotStanding = 'on-sale' | 'next' | 'sold-out' | 'over';

/** A lot of an event's tickets, as it stands now. */
export interface LotOffer {
  readonly plan: Plan;
  readonly lot: TicketLot;
  /** Seats that no order holds. */
  readonly left: number;
  readonly standing: LotStanding;
}

/**
 * The lots of a product in their order, each with its standing: the first one that has seats and time is on sale, those
 * after it wait. `taken` counts seats by plan id.
 */
export function lotsOf(product: Product, taken: ReadonlyMap<string, number>, now: Date): readonly LotOffer[] {
  const lots = product.plans
    .flatMap((plan) => (plan.ticketLot ? [{ plan, lot: plan.ticketLot }] : []))
    .toSorted((a, b) => a.lot.number - b.lot.number);
  let isFound = false;
  return lots.map(({ plan, lot }) => {
    const left = Math.max(0, lot.seats - (taken.get(plan.id) ?? 0));
    const isOver = lot.until !== null && lot.until <= now;
    if (isOver || left === 0) return { plan, lot, left, standing: isOver ? 'over' : 'sold-out' };
    const standing = isFound ? 'next' : 'on-sale';
    isFound = true;
    return { plan, lot, left, standing };
  });
}

/** The plan of the lot that is on sale; null when there is none (any more). */
export function planOnSale(lots: readonly LotOffer[]): Plan | null {
  return lots.find(({ standing }) => standing === 'on-sale')?.plan ?? null;
}
