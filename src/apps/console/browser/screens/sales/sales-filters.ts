import { z } from 'zod';
import type { ExportFilters } from '#src/domain/sales/exports/index.ts';
import { saleKinds, saleTroubles } from '#src/domain/sales/search/index.ts';
import { addDays, localDateOf } from '#src/kernel/time/local-date.ts';
import { startOfLocalDate } from '#src/kernel/time/zones.ts';
import { searchCodec } from '../../parts/filters/search-codec.ts';
import { viewFields } from '../../views/view-fields.ts';

export const saleStates = ['open', 'partly-paid', 'paid', 'refunded', 'closed'] as const;
export const periods = ['1', '7', '30', '90', 'all'] as const;

const word = z.string().min(1).max(100);
const cursor = z.string().max(40).nullable().default(null);

/** The list's filters, its page, and the sale beside it, as the address has them. */
export const salesCodec = searchCodec({
  state: z.array(z.enum(saleStates)).default([]),
  trouble: z.array(z.enum(saleTroubles)).default([]),
  method: z.array(word).default([]),
  kind: z.array(z.enum(saleKinds)).default([]),
  brand: z.array(word).default([]),
  seller: word.nullable().default(null),
  source: word.nullable().default(null),
  product: word.nullable().default(null),
  period: z.enum(periods).default('30'),
  before: cursor,
  after: cursor,
  open: z.string().max(64).nullable().default(null),
  ...viewFields,
});

export type SalesFilters = ReturnType<typeof salesCodec.read>;

/** Filters that hide rows, the one that hides most first as far as their kind tells. */
export const hidingFilters = ['trouble', 'state', 'seller', 'source', 'product', 'method', 'kind', 'brand'] as const;
export type HidingFilter = (typeof hidingFilters)[number];

export function activeFilter(filters: SalesFilters): HidingFilter | null {
  return hidingFilters.find((name) => (filters[name]?.length ?? 0) > 0) ?? null;
}

/** What takes a filter off. */
export function without(name: HidingFilter): Partial<SalesFilters> {
  return { [name]: name === 'seller' || name === 'source' || name === 'product' ? null : [] };
}

/** The same filters for a file of the list: a period becomes the instant at which it begins, in the reader's zone. */
export function exportFiltersOf(filters: SalesFilters, timeZone: string, now: Date): ExportFilters {
  const { state, trouble, method, kind, brand, seller, source, product, period } = filters;
  const some = (name: keyof ExportFilters, values: readonly string[]): ExportFilters =>
    values.length > 0 ? { [name]: [...values] } : {};
  const one = (name: keyof ExportFilters, value: string | null): ExportFilters =>
    value === null ? {} : { [name]: value };
  const first = period === 'all' ? null : addDays(localDateOf(now, timeZone), 1 - Number(period));
  return {
    ...some('states', state),
    ...some('troubles', trouble),
    ...some('methods', method),
    ...some('kinds', kind),
    ...some('brands', brand),
    ...one('seller', seller),
    ...one('source', source),
    ...one('product', product),
    ...one('from', first === null ? null : startOfLocalDate(first, timeZone).toISOString()),
  };
}
