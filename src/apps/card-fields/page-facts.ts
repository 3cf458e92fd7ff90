import type { TokenEndpoint } from '#src/kernel/sealing/sealing.ts';

/** What the document tells its script, in the JSON element `facts`. */
export interface PageFacts {
  /** Origin of the checkout page around this one. */
  readonly parent: string;
  /** The market's day, `YYYY-MM-DD`, by the server's clock: it decides whether a card has expired. */
  readonly today: string;
  /** The gateway that this page seals for, and how. */
  readonly gateway: string;
  readonly sealing: { readonly kind: 'jwe' } | TokenEndpoint;
  /** Words by key. */
  readonly words: Readonly<Record<string, string>>;
}
