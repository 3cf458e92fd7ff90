/**
 * How often a declined card may be retried before its scheme charges the merchant a fee; Cielo's
 * `programa-retentativa-bandeiras`, as in force since 2024-04-24. All attempts count, verifications too.
 */
export interface RetryLimits {
  /** Return codes after which the scheme forbids every retry. */
  readonly never: readonly string[];
  /** Of those, the ones that end a subscription. */
  readonly stopsSubscription: readonly string[];
  readonly windows: readonly RetryWindow[];
  /** Declines that count for the whole merchant, whatever the card. */
  readonly ofMerchant?: MerchantLimit;
}

/**
 * Declines with these codes that a merchant may have in rolling hours before each more costs a fee. A card's first decline cannot
 * be foreseen; a card with such a decline is not retried while the merchant is at its limit.
 */
export interface MerchantLimit {
  readonly codes: readonly string[];
  readonly refusals: number;
  readonly hours: number;
}

/** At most `tries` declined attempts, the first among them, in a window. */
export interface RetryWindow {
  readonly tries: number;
  /** Rolling hours, or a calendar month of São Paulo. */
  readonly within: { readonly hours: number } | 'month';
  /** Which attempts of the instrument count: of the same amount, of the same purchase, or all. */
  readonly counts: 'same-amount' | 'same-purchase' | 'all';
  /** No retry once the window since the first attempt is over. */
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
      // A fee from the 8th retry within 24 hours: seven retries after the first attempt.
      { tries: 8, within: { hours: day }, counts: 'all' },
      { tries: 35, within: { hours: 30 * day }, counts: 'all' },
    ],
  },
  // A fee from the 16th retry in the calendar month, all refusals counted.
  elo: { ...none, windows: [{ tries: 16, within: 'month', counts: 'all' }] },
};

/** The brand of an instrument that its gateway has not identified: the windows of every scheme hold for it. */
export const unknownBrand = 'unknown';

/** Limits by scheme. One that is missing has none of its own: reversible declines may be retried, irreversible ones never. */
export const retryLimits: Readonly<Record<string, RetryLimits | undefined>> = {
  ...known,
  [unknownBrand]: { ...none, windows: Object.values(known).flatMap(({ windows }) => windows) },
};

/** Our own limit, far below every scheme's: after so many declines a purchase needs another card. */
export const internalRetryWindow: RetryWindow = { tries: 5, within: { hours: day }, counts: 'same-purchase' };

/** The most attempts of one card that may run at once: if all are declined, its scheme's limit still holds. */
export function maxConcurrentAttempts(brand: string): number {
  const limits = retryLimits[brand]?.windows.map(({ tries }) => tries - 1) ?? [];
  return limits.length === 0 ? 10 : Math.min(...limits);
}
