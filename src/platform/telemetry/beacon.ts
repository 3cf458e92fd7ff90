import type { Level } from './level.ts';
import type { VitalName } from './vital-names.ts';

/** Where browsers send what they measured. */
export const beaconPath = '/api/v1/measures';

/** One time or score that a browser measured: milliseconds, `CLS` a score. */
export interface WebVitalSample {
  readonly name: VitalName;
  readonly value: number;
}

/** An error that a browser met. */
export interface BrowserErrorReport {
  readonly level: Level;
  readonly name: string;
  /** Only what `safeMessage` leaves of it. */
  readonly message: string;
  /** `/assets/lead-x.js:1:234`, the innermost first; files of our own origin only. */
  readonly frames: readonly string[];
}

/**
 * What one page sends at a time. It names the page by its id, never by its address, and holds nothing that anybody typed.
 * The visitor is a random number that is forgotten with the tab, or after 30 minutes in which nothing happened.
 */
export interface Beacon {
  readonly version: string;
  readonly visit: string;
  readonly page: string;
  readonly vitals: readonly WebVitalSample[];
  readonly errors: readonly BrowserErrorReport[];
  /** Events that went over the limit of a minute. */
  readonly dropped: number;
  /** The product that was viewed, once per page; the server makes an e-commerce event of it with the buyer's consent. */
  readonly seen: ViewedProduct | null;
}

export interface ViewedProduct {
  /** A brand's id: `wise-up.online`. */
  readonly brand: string;
  readonly product: string;
}
