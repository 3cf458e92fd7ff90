import { endOfLocalDate } from '#src/kernel/time/zones.ts';
import { localDateOf } from '#src/kernel/time/local-date.ts';
import { moveClock, productNow } from './product-clock.ts';
import type { Product } from '../processes/product.server.ts';

/** By whose days the product reckons: its markets', and those of what it counts. */
const zones = ['America/Sao_Paulo', 'Africa/Maputo', 'America/Lima', 'UTC'];
/** Longer than a journey takes from its first page to its last, or to the first day that it lets pass. */
const nearMs = 150_000;

/** How long from an instant to the next day of a zone that begins soon, in milliseconds; null when none does. */
export function isNearMidnight(now: Date): number | null {
  const ends = zones.map((zone) => endOfLocalDate(localDateOf(now, zone), zone).getTime() + 1 - now.getTime());
  const near = ends.filter((ms) => ms <= nearMs);
  return near.length === 0 ? null : Math.max(...near);
}

/**
 * Lets a midnight pass that is near: days that are read on a page and looked for a moment later are of one day, and a journey
 * goes the same way at every hour.
 */
export async function avoidMidnight(product: Pick<Product, 'sandbox'>): Promise<void> {
  const ms = isNearMidnight(await productNow(product));
  if (ms !== null) await moveClock(product, Math.ceil(ms / 1000));
}
