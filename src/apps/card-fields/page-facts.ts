import type { TokenEndpoint } from '#src/kernel/sealing/sealing.ts';

/** Cards whose bank looks at the browser before it is asked who pays: the first and last number, and its page. */
export interface LookRange {
  readonly from: string;
  readonly to: string;
  readonly url: string;
}

/** What the document tells its script, in the JSON element `facts`. */
export interface PageFacts {
  /** Origin of the checkout page around this one. */
  readonly parent: string;
  /** The market's day, `YYYY-MM-DD`, by the server's clock: it decides whether a card has expired. */
  readonly today: string;
  /** The gateway that this page seals for, and how. */
  readonly gateway: string;
  readonly sealing: { readonly kind: 'jwe' } | TokenEndpoint;
  /** Brand of a kept card of which only the code is typed; null: a whole card. */
  readonly kept: string | null;
  /** How long a bank's look at the browser may take, in milliseconds. */
  readonly lookWithinMs: number;
  /** Words by key. */
  readonly words: Readonly<Record<string, string>>;
}
