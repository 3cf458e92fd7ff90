import { dateParts, localDateOf } from '#src/kernel/time/local-date.ts';
import { adviceCodes } from './advice-codes.data.ts';
import { interpretDecline, type IssuerDecline } from './interpret-decline.ts';
import { internalRetryWindow, retryLimits, type RetryWindow } from './retry-limits.data.ts';

/** A try of a card that was refused. Amounts are minor units; `at` is when the bank was asked (UTC). */
export interface DeclinedCardAttempt extends Omit<IssuerDecline, 'brand'> {
  readonly at: Date;
  readonly amount: bigint;
  readonly currency: string;
  readonly installments: number;
  /** MM/AA, where it is known. */
  readonly expiry?: string;
  /** Our word for it, where it was told then: a company's own words stand in no table of a scheme. */
  readonly code?: string;
  /** What it was for: the buyer's session, or whatever else asked. */
  readonly purchase?: string;
  /** The same means was approved since: what its buyer had typed, or what its bank knew anew, is right by now. */
  readonly isCleared?: boolean;
}

/** A try that somebody wants to make now. */
export interface NextCardAttempt {
  readonly brand: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly installments: number;
  readonly expiry?: string;
  readonly purchase?: string;
  /** A charge without the buyer, who can then correct nothing. */
  readonly isMerchantInitiated?: boolean;
  /** When this same transaction was tried for the first time, where it is a repetition (an invoice's next try). */
  readonly firstAttemptedAt?: Date;
  /** The company tells too little of a card to tell it from others: what is known of it may be another buyer's. */
  readonly isShared?: boolean;
}

/** Checks without money have no order: of one means they count together. */
export const verificationPurchase = 'check';

/** Why a card is not tried: each has words for the buyer, `declined.<code>`. */
export type RetryBlock = 'card-not-again' | 'card-tries-used-up' | 'card-try-later';

export type RetryDecision = {
  /** What of a subscription that is paid by this card: `stop` when its owner or bank ended it. */
  readonly subscription?: 'stop';
} & (
  | { readonly allowed: true; readonly notBefore?: undefined }
  // `because`: the return code that forbids it.
  | { readonly allowed: false; readonly code: RetryBlock; readonly notBefore?: Date; readonly because?: string }
);

/** What a corrected field makes a new transaction of, after an irreversible refusal of what was typed or asked. */
const correctable: Readonly<Record<string, (refused: DeclinedCardAttempt, next: NextCardAttempt) => boolean>> = {
  'card-expired': (refused, next) => refused.expiry !== next.expiry,
  'amount-not-permitted': (refused, next) => refused.amount !== next.amount,
  'installments-not-permitted': (refused, next) => refused.installments !== next.installments,
  // The code is never known to us: whoever types is taken to have corrected it, and the windows still count.
  'security-code-invalid': (refused, next) => next.isMerchantInitiated !== true || refused.isCleared === true,
};

/**
 * Whether a card may be tried now, by the schemes' rules alone. `history` is every refused try of this card at this
 * shop, in any order; checks without money are among them.
 */
export function schemeRetryDecision(
  history: readonly DeclinedCardAttempt[],
  next: NextCardAttempt,
  now: Date,
): RetryDecision {
  const limits = retryLimits[next.brand];
  // A stranger's lost card forbids nobody theirs for good; the windows count all, so that no card is tried more often.
  const own = next.isShared ? history.filter((refused) => isSameCard(refused, next)) : history;
  const isStopped = own.some(({ returnCode, adviceCode }) => endsSubscription(next.brand, returnCode, adviceCode));
  const about = isStopped ? ({ subscription: 'stop' } as const) : {};
  const forbidding = own.find((refused) => forbids(refused, next));
  if (forbidding) return { ...about, allowed: false, code: 'card-not-again', because: forbidding.returnCode };

  const notBefore = own.reduce<Date | null>((latest, refused) => {
    const until = pauseEnd(next.brand, refused);
    return until && until > now && (!latest || until > latest) ? until : latest;
  }, null);
  if (notBefore) return { ...about, allowed: false, code: 'card-try-later', notBefore };
  const isFull = (limits?.windows ?? []).some(
    (window) => isClosed(window, next, now) || !hasRetryRoom(window, history, next, now),
  );
  return isFull ? { ...about, allowed: false, code: 'card-tries-used-up' } : { ...about, allowed: true };
}

/** The same, and our own limit far below. */
export function mayRetry(history: readonly DeclinedCardAttempt[], next: NextCardAttempt, now: Date): RetryDecision {
  const verdict = schemeRetryDecision(history, next, now);
  if (!verdict.allowed || hasRetryRoom(internalRetryWindow, history, next, now)) return verdict;
  return { allowed: false, code: 'card-tries-used-up' };
}

/** Of cards that look alike: the one with the same date, or what the same purchase tried before. */
function isSameCard(refused: DeclinedCardAttempt, { purchase, expiry }: NextCardAttempt): boolean {
  if (refused.purchase === purchase && purchase !== verificationPurchase) return true;
  return Boolean(expiry) && refused.expiry === expiry;
}

function endsSubscription(brand: string, returnCode: string, adviceCode: string | undefined): boolean {
  if (retryLimits[brand]?.stopsSubscription.includes(returnCode)) return true;
  return brand === 'mastercard' && adviceCode !== undefined && adviceCodes[adviceCode]?.stopSubscription === true;
}

/** Words about a request, or about a means that a company does not keep any more: no bank said anything of a card. */
const nonIssuerCodes: ReadonlySet<string> = new Set(['gateway-refused', 'card-token-invalid', 'card-not-again']);

function forbids(refused: DeclinedCardAttempt, next: NextCardAttempt): boolean {
  const { brand } = next;
  if (refused.code !== undefined && nonIssuerCodes.has(refused.code)) return false;
  const advice = brand === 'mastercard' ? adviceCodes[refused.adviceCode ?? ''] : undefined;
  if (advice?.never) return true;
  if (advice?.newData && refused.expiry === next.expiry && next.isMerchantInitiated && !refused.isCleared) return true;
  const { code, reversible } = interpretDecline({ ...refused, brand });
  // What the scheme itself forbids, no acquirer's word makes free.
  if (retryLimits[brand]?.never.includes(refused.returnCode)) return true;
  return !reversible && ![code, refused.code ?? code].some((one) => correctable[one]?.(refused, next));
}

function pauseEnd(brand: string, refused: DeclinedCardAttempt): Date | null {
  const advice = brand === 'mastercard' ? adviceCodes[refused.adviceCode ?? ''] : undefined;
  if (!advice?.pauseHours || (advice.onlyAfter !== undefined && advice.onlyAfter !== refused.returnCode)) return null;
  return new Date(refused.at.getTime() + advice.pauseHours * 3_600_000);
}

/** Whether one more try fits. */
export function hasRetryRoom(
  window: RetryWindow,
  history: readonly DeclinedCardAttempt[],
  next: NextCardAttempt,
  now: Date,
): boolean {
  const counted = history.filter((refused) => isWithin(window, refused.at, now) && counts(window, refused, next));
  return counted.length < window.tries;
}

function counts(
  window: RetryWindow,
  { amount, currency, purchase }: DeclinedCardAttempt,
  next: NextCardAttempt,
): boolean {
  if (window.counts === 'same-amount') return amount === next.amount && currency === next.currency;
  return window.counts === 'all' || purchase === next.purchase;
}

/** The time of a transaction that is only repeated is over. */
function isClosed({ closes, within }: RetryWindow, { firstAttemptedAt }: NextCardAttempt, now: Date): boolean {
  if (!closes || within === 'month' || firstAttemptedAt === undefined) return false;
  return now.getTime() - firstAttemptedAt.getTime() >= within.hours * 3_600_000;
}

function isWithin({ within }: RetryWindow, at: Date, now: Date): boolean {
  if (within !== 'month') return now.getTime() - at.getTime() < within.hours * 3_600_000;
  return monthOf(at) === monthOf(now);
}

function monthOf(instant: Date): string {
  const { year, month } = dateParts(localDateOf(instant, 'America/Sao_Paulo'));
  return `${year}-${month}`;
}
