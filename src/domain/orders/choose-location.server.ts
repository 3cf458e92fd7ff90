import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../base-context.server.ts';
import type { OrdersContext } from './context.server.ts';
import { type FranchiseUnit, unitById } from '../catalog/units/index.ts';
import { lockOrder } from './order.repository.server.ts';
import type { Order } from './order.types.ts';
import { releaseSeat, type SeatPool, reservedSeats, reserveSeat } from '../checkout/seats/index.server.ts';
import { type CheckoutSession, lockSession } from '../checkout/sessions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import {
  locationOfKind,
  locationsOfOrder,
  saveSessionLocation,
  saveOrderLocation,
  seatPoolOf,
} from '../checkout/test-locations/index.server.ts';
import type { ChosenLocation, LocationKind } from '../checkout/test-locations/index.ts';
import type { TestLocation } from '../catalog/brand-data/index.ts';

export type LocationFailure = 'place-unknown' | 'place-full' | 'order-paid';

function toChosenLocation(kind: LocationKind, location: FranchiseUnit | TestLocation): ChosenLocation {
  const { id, name, address, city, region, country } = location;
  return { kind, id, name, address, city, region, country };
}

/** Keeps the unit that the buyer chose with the session and, while it is not paid, with its order. */
export async function chooseUnit(
  ctx: OrdersContext,
  session: CheckoutSession,
  unitId: string,
): Promise<Result<ChosenLocation, LocationFailure>> {
  const unit = unitById(ctx.catalog.units(session.brand, session.variant), unitId);
  return unit ? chooseLocation(ctx, session, toChosenLocation('unit', unit), null) : err('place-unknown');
}

/**
 * Keeps the test place that the buyer chose. With an order that is not paid yet the chair is taken at once, and the one
 * at the place before is given back; without one, `place-full` is what the counter says now and the order decides.
 */
export async function chooseTestLocation(
  ctx: OrdersContext,
  session: CheckoutSession,
  locationId: string,
): Promise<Result<ChosenLocation, LocationFailure>> {
  const location = ctx.catalog.testLocations(session.brand, session.variant).find(({ id }) => id === locationId);
  return location
    ? chooseLocation(ctx, session, toChosenLocation('test-place', location), seatPoolOf(session.brand, location))
    : err('place-unknown');
}

async function chooseLocation(
  ctx: OrdersContext,
  session: CheckoutSession,
  location: ChosenLocation,
  pool: SeatPool | null,
): Promise<Result<ChosenLocation, LocationFailure>> {
  return inTransaction(ctx.db, async (trx) => {
    // Whoever pays holds the session: an order is there with its place, or it comes after this choice.
    const lockedSession = await lockSession(trx, session.id);
    const order = lockedSession?.orderId ? await lockOrder(trx, lockedSession.orderId) : null;
    if (order?.state === 'paid' || order?.state === 'refunded') return err('order-paid');
    const now = ctx.clock.now();
    if (order && order.state !== 'closed') {
      if (!(await assignToOrder(trx, order, location, pool, now))) return err('place-full');
    } else if (pool && ((await reservedSeats(trx, [pool.id])).get(pool.id) ?? 0) >= pool.capacity) {
      return err('place-full');
    }
    await saveSessionLocation(trx, session.id, location, now);
    return ok(location);
  });
}

/** Writes a place on an order, with its chair where it has one; false when that one is gone. */
async function assignToOrder(
  trx: Db,
  order: Pick<Order, 'id' | 'brand'>,
  location: ChosenLocation,
  pool: SeatPool | null,
  now: Date,
): Promise<boolean> {
  const before = locationOfKind(await locationsOfOrder(trx, order.id), location.kind);
  if (pool && !(await reserveSeat(trx, order.id, pool, now))) return false;
  if (pool && before && before.id !== location.id)
    await releaseSeat(trx, order.id, seatPoolOf(order.brand, { id: before.id, capacity: 0 }).id);
  await saveOrderLocation(trx, order.id, location);
  return true;
}

/**
 * Puts the session's choices on an order that is just being written, with a chair at its test place; false when that
 * place has filled up meanwhile. In the transaction that writes the order.
 */
export async function saveOrderLocations(
  ctx: OrdersContext,
  trx: Db,
  order: Order,
  chosen: readonly ChosenLocation[],
  now: Date,
): Promise<boolean> {
  const known = ctx.catalog.testLocations(order.brand, order.variant);
  for (const location of chosen) {
    const test = location.kind === 'test-place' ? known.find(({ id }) => id === location.id) : undefined;
    // A place that is no longer on the list takes nobody in.
    if (location.kind === 'test-place' && !test) return false;
    if (!(await assignToOrder(trx, order, location, test ? seatPoolOf(order.brand, test) : null, now))) return false;
  }
  return true;
}
