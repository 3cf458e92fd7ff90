import { planOnSale, ticketLots } from '#src/domain/checkout/tickets/index.server.ts';
import type { PageRequest } from '../framework/page.server.ts';

export const soldOutPath = '/sold-out';

/** The sold-out page of an event; null while it has tickets, or for a product that is no event. */
export async function soldOutAddress({ ctx, visit, href }: PageRequest): Promise<string | null> {
  const { brand, product } = visit;
  if (!product.plans.some(({ ticketLot }) => ticketLot !== null)) return null;
  const lots = await ticketLots(ctx, ctx.db, brand.brand, product);
  return planOnSale(lots) === null ? href(soldOutPath) : null;
}
