/** Who a sale is attributed to; a seller has no rights and no login. */
export interface Seller {
  /** The code in links: `seller=ana`. */
  readonly code: string;
  /** Shown in the attendance tag; `null` when there is no one to show. */
  readonly name: string | null;
  /** Whether the seller may offer live classes. */
  readonly isLiveEnabled: boolean;
  /** Account of the seller in the attribution system, or `null`. */
  readonly account: string | null;
}

/** The seller of links that name none. */
export const defaultSeller = 'performance';
/** The seller of links that name a partner and no seller. */
export const partnerSeller = 'franchising';

/** Sellers that every business has. */
const everywhere: readonly Seller[] = [
  { code: defaultSeller, name: 'Performance', isLiveEnabled: true, account: null },
  { code: partnerSeller, name: 'Franquias', isLiveEnabled: false, account: null },
];

/** The seller with a code (without regard to case), among a brand's own and those that every business has. */
export function findSeller(own: readonly Seller[], code: string): Seller | null {
  const wanted = code.trim().toLowerCase();
  const is = (seller: Seller) => seller.code.toLowerCase() === wanted;
  return own.find(is) ?? everywhere.find(is) ?? null;
}
