import type { JsonObject } from '../json/json.ts';

/**
 * How a gateway wants secrets (a card's number and code) handed to it, so that none of our servers ever holds them. The
 * page for secret fields does it in the buyer's browser; it knows these two ways and no company.
 */
export type CardTokenization =
  | {
      /** Encrypted as a compact JWE (RFC 7516) with the gateway's public key, which our page fetches by way of us. */
      readonly kind: 'jwe';
      /** Where the gateway publishes its key set (RFC 7517). */
      readonly keySetUrl: string;
      /** SHA-256 thumbprints (RFC 7638, base64url) of the only keys to be used; absent: any of the set. */
      readonly pins?: readonly string[];
      /** Where its cards' banks look at the buyer's browser before they are asked; absent: they do not. */
      readonly looks?: ThreeDsMethodConfig;
    }
  | TokenEndpoint;

/** What a page must know to let banks look at its buyer's browser ahead of a charge (EMV 3-D Secure 2, 3DS Method). */
export interface ThreeDsMethodConfig {
  /** Publishes `cardRangeData` as a directory server does (PRes): card ranges with their `threeDSMethodURL`. */
  readonly rangesUrl: string;
  /** Origins of pages that may be loaded for it; a range that names another is as one that names none. */
  readonly origins: readonly string[];
}

/**
 * Sent by the browser straight to the gateway, which answers with a token for one use. All of it is public: whoever
 * opens the page can read it.
 */
export interface TokenEndpoint {
  readonly kind: 'token-endpoint';
  /** Absolute address; its origin is let through the page's content policy, and no other is. */
  readonly url: string;
  /** Sent as they are, e.g. a public key. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The request's JSON. A text that is exactly one of these names is replaced: `{number}` `{holder}` `{month}` (two
   * digits) `{year}` (four digits) `{code}` `{email}` (the buyer's).
   */
  readonly body: JsonObject;
  /** Member of the answer that is the token. */
  readonly tokenMember: string;
}
