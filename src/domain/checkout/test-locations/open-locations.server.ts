import type { CheckoutContext } from '../context.server.ts';
import type { TestLocation } from '../../catalog/brand-data/index.ts';
import { type SeatPool, reservedSeats } from '../seats/index.server.ts';
import type { OpenTestLocation } from './location.types.ts';

/** A test place's chairs are counted per brand: variants that show the same place share them. */
export function seatPoolOf(brand: string, location: Pick<TestLocation, 'id' | 'capacity'>): SeatPool {
  return { id: `test-place/${brand}/${location.id}`, capacity: location.capacity };
}

/** The test places of a brand with the chairs that are free now. A chair is only held once there is an order. */
export async function openTestLocations(
  ctx: CheckoutContext,
  brand: string,
  variant: string | null,
): Promise<readonly OpenTestLocation[]> {
  const locations = ctx.catalog.testLocations(brand, variant);
  const taken = await reservedSeats(
    ctx.db,
    locations.map((location) => seatPoolOf(brand, location).id),
  );
  return locations.map((location) => ({
    ...location,
    left: Math.max(0, location.capacity - (taken.get(seatPoolOf(brand, location).id) ?? 0)),
  }));
}
