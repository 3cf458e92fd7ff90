import type { TokenEndpoint } from '#src/kernel/crypto/card-tokenization.ts';

/** Cards whose bank looks at the browser before it is asked who pays: the first and last number, and its page. */
export interface ThreeDsMethodRange {
  readonly from: string;
  readonly to: string;
  readonly url: string;
}

/** What the document tells its script, in the JSON element `facts`. */
export interface PageConfig {
  /** Origin of the checkout page around this one. */
  readonly parent: string;
  /** The market's day, `YYYY-MM-DD`, by the server's clock: it decides whether a card has expired. */
  readonly today: string;
  /** The gateway that this page seals for, and how. */
  readonly gateway: string;
  readonly cardTokenization: { readonly kind: 'jwe' } | TokenEndpoint;
  /** Brand of a kept card of which only the code is typed; null: a whole card. */
  readonly kept: string | null;
  /** How long a bank's look at the browser may take, in milliseconds. */
  readonly threeDsMethodTimeoutMs: number;
  /** Words by key. */
  readonly words: Readonly<Record<string, string>>;
}
