import type { SearchProbeKind } from '#src/domain/sales/search/index.ts';
import type { SaleItem } from '../sales/sale-item.types.ts';

/** Answer of `POST /data/search`. */
export interface SearchAnswer {
  /** The likeliest meaning of the term first, within it the newest first. */
  readonly sales: readonly (SaleItem & { readonly why: SearchProbeKind })[];
  /** Buyers of these sales, where the term is something of a person. */
  readonly people: readonly {
    readonly leadId: string;
    readonly brand: string;
    readonly name: string;
    readonly email: string;
  }[];
  readonly subscriptions: readonly {
    readonly id: string;
    readonly brand: string;
    readonly productCode: string;
    readonly buyer: string;
  }[];
  /** Some meaning has more sales than are shown. */
  readonly hasMore: boolean;
  /** Meanings that took too long: their sales may be missing. */
  readonly timedOut: readonly SearchProbeKind[];
}
