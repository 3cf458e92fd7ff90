import { planOnSale, ticketLots } from '#src/domain/checkout/tickets/index.server.ts';
import type { PageRequest } from '../framework/page.server.ts';

export const soldOutPath = '/sold-out';

/** Where a buyer is told that an event has no tickets left; null while it has some, or sells none. */
export async function soldOutAddress({ ctx, visit, href }: PageRequest): Promise<string | null> {
  const { brand, product } = visit;
  if (!product.plans.some(({ ticketLot }) => ticketLot !== null)) return null;
  const lots = await ticketLots(ctx, ctx.db, brand.brand, product);
  return planOnSale(lots) === null ? href(soldOutPath) : null;
}
