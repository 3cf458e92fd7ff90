import type { Level } from './level.ts';
import type { VitalName } from './vital-names.ts';

/** Path for browsers' measurements. */
export const beaconPath = '/api/v1/measures';

/** One time or score that a browser measured: milliseconds, `CLS` a score. */
export interface WebVitalSample {
  readonly name: VitalName;
  readonly value: number;
}

/** An error in a browser. */
export interface BrowserErrorReport {
  readonly level: Level;
  readonly name: string;
  /** The part that `safeMessage` keeps. */
  readonly message: string;
  /** `/assets/lead-x.js:1:234`, the innermost first; files of our own origin only. */
  readonly frames: readonly string[];
}

/**
 * The events that one page sends at a time. It names the page by its id, never by its address, and holds no input of the
 * visitor. The visitor is a random number that is deleted with the tab, or after 30 minutes without activity.
 */
export interface Beacon {
  readonly version: string;
  readonly visit: string;
  readonly page: string;
  readonly vitals: readonly WebVitalSample[];
  readonly errors: readonly BrowserErrorReport[];
  /** Events above the limit of a minute. */
  readonly dropped: number;
  /** The viewed product, once per page; the server makes an e-commerce event of it with the buyer's consent. */
  readonly seen: ViewedProduct | null;
}

export interface ViewedProduct {
  /** A brand's id: `wise-up.online`. */
  readonly brand: string;
  readonly product: string;
}
