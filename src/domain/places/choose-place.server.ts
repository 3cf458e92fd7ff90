import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { type FranchiseUnit, unitById } from '../franchises/index.ts';
import { lockOrder, type Order } from '../orders/index.server.ts';
import { dropSeat, type SeatPool, seatsTaken, takeSeat } from '../seats/index.server.ts';
import { type CheckoutSession, lockSession } from '../sessions/index.server.ts';
import { inTransaction } from '../transaction.server.ts';
import { placeOfKind, placesOfOrder, writeChoice, writeOrderPlace } from './place.repository.server.ts';
import type { ChosenPlace, OpenTestPlace, PlaceKind, TestPlace } from './place.types.ts';

export type PlaceFailure = 'place-unknown' | 'place-full' | 'order-paid';

/** A test place's chairs are counted per brand: variants that show the same place share them. */
function poolOf(brand: string, place: Pick<TestPlace, 'id' | 'capacity'>): SeatPool {
  return { id: `test-place/${brand}/${place.id}`, capacity: place.capacity };
}

function asChosen(kind: PlaceKind, place: FranchiseUnit | TestPlace): ChosenPlace {
  const { id, name, address, city, region, country } = place;
  return { kind, id, name, address, city, region, country };
}

/** The test places of a brand with the chairs that are free now. A chair is only held once there is an order. */
export async function openTestPlaces(
  ctx: DomainContext,
  brand: string,
  variant: string | null,
): Promise<readonly OpenTestPlace[]> {
  const places = ctx.catalog.testPlaces(brand, variant);
  const taken = await seatsTaken(
    ctx.db,
    places.map((place) => poolOf(brand, place).id),
  );
  return places.map((place) => ({
    ...place,
    left: Math.max(0, place.capacity - (taken.get(poolOf(brand, place).id) ?? 0)),
  }));
}

/** Keeps the unit that the buyer chose with the session and, while it is not paid, with its order. */
export async function chooseUnit(
  ctx: DomainContext,
  session: CheckoutSession,
  unitId: string,
): Promise<Result<ChosenPlace, PlaceFailure>> {
  const unit = unitById(ctx.catalog.units(session.brand, session.variant), unitId);
  return unit ? choose(ctx, session, asChosen('unit', unit), null) : err('place-unknown');
}

/**
 * Keeps the test place that the buyer chose. With an order that is not paid yet the chair is taken at once, and the one
 * at the place before is given back; without one, `place-full` is what the counter says now and the order decides.
 */
export async function chooseTestPlace(
  ctx: DomainContext,
  session: CheckoutSession,
  placeId: string,
): Promise<Result<ChosenPlace, PlaceFailure>> {
  const place = ctx.catalog.testPlaces(session.brand, session.variant).find(({ id }) => id === placeId);
  return place
    ? choose(ctx, session, asChosen('test-place', place), poolOf(session.brand, place))
    : err('place-unknown');
}

async function choose(
  ctx: DomainContext,
  session: CheckoutSession,
  place: ChosenPlace,
  pool: SeatPool | null,
): Promise<Result<ChosenPlace, PlaceFailure>> {
  return inTransaction(ctx.db, async (trx) => {
    // Whoever pays holds the session: an order is there with its place, or it comes after this choice.
    const held = await lockSession(trx, session.id);
    const order = held?.orderId ? await lockOrder(trx, held.orderId) : null;
    if (order?.state === 'paid' || order?.state === 'refunded') return err('order-paid');
    const now = ctx.clock.now();
    if (order && order.state !== 'closed') {
      if (!(await putOnOrder(trx, order, place, pool, now))) return err('place-full');
    } else if (pool && ((await seatsTaken(trx, [pool.id])).get(pool.id) ?? 0) >= pool.capacity) {
      return err('place-full');
    }
    await writeChoice(trx, session.id, place, now);
    return ok(place);
  });
}

/** Writes a place on an order, with its chair where it has one; false when that one is gone. */
async function putOnOrder(
  trx: Db,
  order: Pick<Order, 'id' | 'brand'>,
  place: ChosenPlace,
  pool: SeatPool | null,
  now: Date,
): Promise<boolean> {
  const before = placeOfKind(await placesOfOrder(trx, order.id), place.kind);
  if (pool && !(await takeSeat(trx, order.id, pool, now))) return false;
  if (pool && before && before.id !== place.id)
    await dropSeat(trx, order.id, poolOf(order.brand, { id: before.id, capacity: 0 }).id);
  await writeOrderPlace(trx, order.id, place);
  return true;
}

/**
 * Puts the session's choices on an order that is just being written, with a chair at its test place; false when that
 * place has filled up meanwhile. In the transaction that writes the order.
 */
export async function keepPlaces(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  chosen: readonly ChosenPlace[],
  now: Date,
): Promise<boolean> {
  const known = ctx.catalog.testPlaces(order.brand, order.variant);
  for (const place of chosen) {
    const test = place.kind === 'test-place' ? known.find(({ id }) => id === place.id) : undefined;
    // A place that is no longer on the list takes nobody in.
    if (place.kind === 'test-place' && !test) return false;
    if (!(await putOnOrder(trx, order, place, test ? poolOf(order.brand, test) : null, now))) return false;
  }
  return true;
}
