/** A link into a flow; `detail` is the name of what it brings along. */
export interface SampleLink {
  readonly label: 'flow' | 'seller' | 'voucher' | 'staging' | 'samples';
  readonly detail: string | null;
  readonly href: string;
}

export interface ProductCard {
  readonly title: string;
  readonly price: string | null;
  readonly links: readonly SampleLink[];
}

export interface BrandCard {
  readonly id: string;
  readonly name: string;
  readonly market: string;
  readonly logo: string | null;
  readonly products: readonly ProductCard[];
}

export interface StartData {
  readonly brands: readonly BrandCard[];
  /** Where the stand-in for banks and mail is, when there is one. */
  readonly sandbox: string | null;
}
