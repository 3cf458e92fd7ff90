/**
 * How often a refused card may be tried again before its scheme asks the shop for a fee; Cielo's
 * `programa-retentativa-bandeiras`, as in force since 2024-04-24. All tries count, a check without money too.
 */
export interface RetryLimits {
  /** Return codes after which the scheme itself never wants to see the card again. */
  readonly never: readonly string[];
  /** Of those, the ones that end a subscription. */
  readonly stopsSubscription: readonly string[];
  readonly windows: readonly RetryWindow[];
  /** Refusals that are counted for the whole shop, whatever the card. */
  readonly ofMerchant?: MerchantLimit;
}

/**
 * So many refusals with these codes a shop may have in rolling hours before each more costs. Who comes for the first time
 * cannot be known beforehand; a card that was refused so is not tried again while the shop stands at its limit.
 */
export interface MerchantLimit {
  readonly codes: readonly string[];
  readonly refusals: number;
  readonly hours: number;
}

/** At most `tries` refused tries, the first among them, in a window. */
export interface RetryWindow {
  readonly tries: number;
  /** Rolling hours, or a calendar month of São Paulo. */
  readonly within: { readonly hours: number } | 'month';
  /** Which tries of the means count: of the same amount, of the same buyer's purchase, or all. */
  readonly counts: 'same-amount' | 'same-purchase' | 'all';
  /** Nothing more once the window since the first try is over: it is no new purchase then. */
  readonly closes?: true;
}

const day = 24;
const none: RetryLimits = { never: [], stopsSubscription: [], windows: [] };

const known: Readonly<Record<string, RetryLimits>> = {
  visa: {
    // Category 1: the bank will never approve.
    never: ['04', '07', '12', '14', '15', '41', '43', '46', '57', 'R0', 'R1', 'R3'],
    stopsSubscription: ['R0', 'R1', 'R3'],
    windows: [{ tries: 15, within: { hours: 30 * day }, counts: 'same-amount', closes: true }],
    // Category 3, "data quality": 25,000 refusals in 30 days (10,000 before April 2023). Unverified: which codes are its own.
    ofMerchant: { codes: ['54', '55', '70', '82', '1A', '6P', 'N7'], refusals: 25_000, hours: 30 * day },
  },
  mastercard: {
    ...none,
    windows: [
      // A fee from the 8th retry within 24 hours: seven retries after the first try.
      { tries: 8, within: { hours: day }, counts: 'all' },
      { tries: 35, within: { hours: 30 * day }, counts: 'all' },
    ],
  },
  // A fee from the 16th retry in the calendar month, all refusals counted.
  elo: { ...none, windows: [{ tries: 16, within: 'month', counts: 'all' }] },
};

/** The brand of a means of which nobody but its buyer's form has said anything: every scheme's windows hold for it. */
export const unknownBrand = 'unknown';

/** By our word for the scheme. A scheme that is not here has no limit of its own: reversible is free, irreversible never. */
export const retryLimits: Readonly<Record<string, RetryLimits | undefined>> = {
  ...known,
  [unknownBrand]: { ...none, windows: Object.values(known).flatMap(({ windows }) => windows) },
};

/** Our own limit, far below every scheme's: whoever was refused so often on one purchase needs another card. */
export const internalRetryWindow: RetryWindow = { tries: 5, within: { hours: day }, counts: 'same-purchase' };

/** The most tries of one card that may be under way at once: should all be refused, its scheme's limit still holds. */
export function maxConcurrentAttempts(brand: string): number {
  const limits = retryLimits[brand]?.windows.map(({ tries }) => tries - 1) ?? [];
  return limits.length === 0 ? 10 : Math.min(...limits);
}
