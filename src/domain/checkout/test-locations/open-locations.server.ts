import type { CheckoutContext } from '../context.server.ts';
import type { TestLocation } from '../../catalog/brand-data/index.ts';
import { type SeatPool, reservedSeats } from '../seats/index.server.ts';
import type { OpenTestLocation } from './location.types.ts';

/** The seats of a test location are counted per brand: variants that show the same location share them. */
export function seatPoolOf(brand: string, location: Pick<TestLocation, 'id' | 'capacity'>): SeatPool {
  return { id: `test-place/${brand}/${location.id}`, capacity: location.capacity };
}

/** The test locations of a brand with the seats that are free now. A seat is only reserved once there is an order. */
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
