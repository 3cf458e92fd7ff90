import type { JsonObject } from '../json/json.ts';

/**
 * How a gateway receives secrets (a card's number and code), so that none of our servers ever holds them. The card fields'
 * page does it in the buyer's browser; it implements these two methods and names no company.
 */
export type CardTokenization =
  | {
      /** Encrypted as a compact JWE (RFC 7516) with the gateway's public key, which our page fetches through our server. */
      readonly kind: 'jwe';
      /** Where the gateway publishes its key set (RFC 7517). */
      readonly keySetUrl: string;
      /** SHA-256 thumbprints (RFC 7638, base64url) of the only keys to be used; absent: any of the set. */
      readonly pins?: readonly string[];
      /** Page by which banks collect data of the buyer's browser before the charge; absent: there is none. */
      readonly looks?: ThreeDsMethodConfig;
    }
  | TokenEndpoint;

/** Data for a page that lets banks collect data of the buyer's browser before a charge (EMV 3-D Secure 2, 3DS Method). */
export interface ThreeDsMethodConfig {
  /** Publishes `cardRangeData` as a directory server does (PRes): card ranges with their `threeDSMethodURL`. */
  readonly rangesUrl: string;
  /** Origins of pages that may be loaded for it; a range with another origin counts as a range without a page. */
  readonly origins: readonly string[];
}

/**
 * Sent by the browser straight to the gateway, which answers with a token for one use. All of it is public: it can be read
 * in the page.
 */
export interface TokenEndpoint {
  readonly kind: 'token-endpoint';
  /** Absolute address; only its origin is allowed by the page's content policy. */
  readonly url: string;
  /** Sent unchanged, e.g. a public key. */
  readonly headers: Readonly<Record<string, string>>;
  /**
   * The request's JSON. A text that is exactly one of these names is replaced: `{number}` `{holder}` `{month}` (two
   * digits) `{year}` (four digits) `{code}` `{email}` (the buyer's).
   */
  readonly body: JsonObject;
  /** Member of the answer that holds the token. */
  readonly tokenMember: string;
}
