import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import type { Plan, Product } from '../../catalog/products/index.ts';
import type { QuoteLine } from '../quotes/index.ts';
import { hasSeat, type SeatPool, reservedSeats, reserveSeat } from '../seats/index.server.ts';
import { type LotOffer, lotsOf, planOnSale } from './lots.ts';

/** Seats are counted per brand and plan: two variants that sell the same plan sell the same seats. */
function nameOf(brand: string, planId: string): string {
  return `ticket/${brand}/${planId}`;
}

function poolOf(brand: string, plan: Plan): SeatPool {
  return { id: nameOf(brand, plan.id), capacity: plan.ticketLot?.seats ?? 0 };
}

/** The lots of a product with the seats that are free now; empty when it sells no tickets. */
export async function ticketLots(
  ctx: CheckoutContext,
  db: Db,
  brand: string,
  product: Product,
): Promise<readonly LotOffer[]> {
  const plans = product.plans.filter(({ ticketLot }) => ticketLot !== null);
  const taken = await reservedSeats(
    db,
    plans.map((plan) => poolOf(brand, plan).id),
  );
  const byPlan = new Map(plans.map((plan) => [plan.id, taken.get(poolOf(brand, plan).id) ?? 0]));
  return lotsOf(product, byPlan, ctx.clock.now());
}

/**
 * The plan that is sold when one is requested: itself where it sells no tickets, or where the buyer's own order
 * holds a seat of its lot; else the lot that is on sale now. Null when the event is sold out.
 */
export async function planForSale(
  ctx: CheckoutContext,
  db: Db,
  from: { readonly brand: string; readonly product: Product; readonly plan: Plan; readonly orderId: string | null },
): Promise<Plan | null> {
  const { brand, product, plan, orderId } = from;
  if (!plan.ticketLot) return plan;
  if (orderId !== null && (await hasSeat(db, orderId, poolOf(brand, plan).id))) return plan;
  return planOnSale(await ticketLots(ctx, db, brand, product));
}

/** Reserves a seat for every ticket of an order before its payment; false when one is gone. Seats that it holds stay. */
export async function reserveTickets(
  ctx: CheckoutContext,
  trx: Db,
  order: { readonly id: string; readonly brand: string; readonly variant: string | null },
  lines: readonly QuoteLine[],
  now: Date,
): Promise<boolean> {
  for (const line of lines) {
    const product = ctx.catalog.product(order.brand, order.variant, line.productCode);
    const plan = product?.plans.find(({ id }) => id === line.planId);
    if (!plan?.ticketLot) {
      // Not sold any more: an order that holds a seat of it may still be paid.
      if (line.kind === 'ticket' && !(await hasSeat(trx, order.id, nameOf(order.brand, line.planId)))) return false;
      continue;
    }
    if (!(await reserveSeat(trx, order.id, poolOf(order.brand, plan), now))) return false;
  }
  return true;
}
