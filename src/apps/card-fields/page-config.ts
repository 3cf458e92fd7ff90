import type { TokenEndpoint } from '#src/kernel/crypto/card-tokenization.ts';

/** A card range with a 3DS Method: first and last number, and the address of the issuer's page. */
export interface ThreeDsMethodRange {
  readonly from: string;
  readonly to: string;
  readonly url: string;
}

/** Settings of the page's script, in the JSON element `facts`. */
export interface PageConfig {
  /** Origin of the checkout page that frames this one. */
  readonly parent: string;
  /** The market's date, `YYYY-MM-DD`, by the server's clock, for checking the expiry. */
  readonly today: string;
  /** The gateway that receives the card, and its tokenization. */
  readonly gateway: string;
  readonly cardTokenization: { readonly kind: 'jwe' } | TokenEndpoint;
  /** Brand of a saved card, for which only the security code is entered; null: a new card. */
  readonly kept: string | null;
  /** Timeout of the 3DS Method in milliseconds. */
  readonly threeDsMethodTimeoutMs: number;
  /** Texts by key. */
  readonly words: Readonly<Record<string, string>>;
}
