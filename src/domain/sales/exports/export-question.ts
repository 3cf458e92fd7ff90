import { z } from 'zod';

/** Languages of a file's heads; they also decide the separators of a CSV. */
export const exportLocale = z.enum(['pt-BR', 'es-PE', 'en']);
export type ExportLocale = z.infer<typeof exportLocale>;

const word = z.string().max(100);
const words = z.array(word).max(100);

/**
 * Narrows an export by the names of the list on the screen. Times are ISO 8601, UTC, of a sale's beginning; `until` is
 * exclusive. Days are of the market's calendar, both included, by when the money moved.
 */
export const exportFilters = z.strictObject({
  brands: words.optional(),
  states: words.optional(),
  kinds: words.optional(),
  troubles: words.optional(),
  methods: words.optional(),
  seller: word.optional(),
  source: word.optional(),
  product: word.optional(),
  from: z.iso.datetime().optional(),
  until: z.iso.datetime().optional(),
  gateways: words.optional(),
  firstDay: z.iso.date().optional(),
  lastDay: z.iso.date().optional(),
});
export type ExportFilters = z.infer<typeof exportFilters>;

const ofBrand = { brand: z.string() };

/** A `StaffScope` as it was when the export was asked for: what was granted since does not widen it. */
export const storedScope = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('all') }),
  z.object({ kind: z.literal('none') }),
  z.object({
    kind: z.literal('some'),
    brands: z.array(z.string()),
    units: z.array(z.object({ ...ofBrand, unit: z.string() })),
    sellers: z.array(z.object({ ...ofBrand, seller: z.string() })),
  }),
]);
