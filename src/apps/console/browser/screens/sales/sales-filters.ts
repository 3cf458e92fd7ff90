import { z } from 'zod';
import { saleKinds, saleTroubles } from '#src/domain/sales/search/index.ts';
import { searchCodec } from '../../parts/filters/search-codec.ts';

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
