import { z } from 'zod';
import { countries } from '#src/kernel/locale/locale.ts';
import { isRegion } from '#src/kernel/locale/regions.ts';

/** Places of a brand by id, a short word that stays with orders for ever. */

const word = z.string().regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be kebab-case');
const text = z.string().trim().min(1).max(120);

const where = {
  name: text,
  address: text,
  city: text,
  /** `SP` in Brazil, `MPM` in Mozambique, `LIM` in Peru. */
  region: z.string(),
  country: z.enum(countries),
};

function isInCountry({ region, country }: { readonly region: string; readonly country: (typeof countries)[number] }) {
  return isRegion(country, region);
}
const wrongRegion = { path: ['region'], message: 'is no region of the country' };

/** `franchises.json`: units with rooms of their own, and their staff who take payments, by a short word. */
export const unitsJson = z.record(
  word,
  z.strictObject({ ...where, people: z.record(word, text).optional() }).refine(isInCountry, wrongRegion),
);

/** `test-places.json`: test locations, and their number of seats. */
export const testLocationsJson = z.record(
  word,
  z.strictObject({ ...where, capacity: z.int().min(0).max(100_000) }).refine(isInCountry, wrongRegion),
);
