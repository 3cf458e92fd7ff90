import type { Country } from '#src/kernel/locale/locale.ts';
import { addDays, type LocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';

/**
 * Days of the cooling-off for distance purchases, by market; null where the law gives no such right in general.
 * BR: CDC art. 49. PE and MZ: no general right was found in their laws (unverified).
 */
const coolingOffDays: Readonly<Record<Country, number | null>> = { BR: 7, MZ: null, PE: null };

/** Last day of the cooling-off; the day of the contract does not count. Null: no such right. */
export function lastCoolingOffDay(contractAt: Date, market: Country): LocalDate | null {
  const days = coolingOffDays[market];
  return days === null ? null : addDays(marketDate(contractAt, market), days);
}

/** Whether a request is in time, in days of the market. In time, everything that was paid is refunded. */
export function isInCoolingOff(contractAt: Date, requestAt: Date, market: Country): boolean {
  const last = lastCoolingOffDay(contractAt, market);
  return last !== null && requestAt >= contractAt && marketDate(requestAt, market) <= last;
}
