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

/** Sets the unit that the buyer chose on the session and, while it is unpaid, on its order. */
export async function chooseUnit(
  ctx: OrdersContext,
  session: CheckoutSession,
  unitId: string,
): Promise<Result<ChosenLocation, LocationFailure>> {
  const unit = unitById(ctx.catalog.units(session.brand, session.variant), unitId);
  return unit ? chooseLocation(ctx, session, toChosenLocation('unit', unit), null) : err('place-unknown');
}

/**
 * Sets the test location that the buyer chose. With an unpaid order the seat is reserved at once, and the one at the
 * previous location is released; without one, `place-full` is by the current count and the order decides.
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
    // A payment holds the session's lock: an order is there with its location, or it comes after this choice.
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

/** Sets a location on an order, with its seat where it has one; false when no seat is left. */
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
 * Sets the session's locations on a new order, with a seat at its test location; false when that has filled up
 * meanwhile. In the transaction that writes the order.
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
    // A location that is no longer listed takes no order.
    if (location.kind === 'test-place' && !test) return false;
    if (!(await assignToOrder(trx, order, location, test ? seatPoolOf(order.brand, test) : null, now))) return false;
  }
  return true;
}
