import { dateParts, localDateOf } from '#src/kernel/time/local-date.ts';
import { adviceCodes } from './advice-codes.data.ts';
import { interpretDecline, type IssuerDecline } from './interpret-decline.ts';
import { internalRetryWindow, retryLimits, type RetryWindow } from './retry-limits.data.ts';

/** A declined card attempt. Amounts are minor units; `at` is when the bank was asked (UTC). */
export interface DeclinedCardAttempt extends Omit<IssuerDecline, 'brand'> {
  readonly at: Date;
  readonly amount: bigint;
  readonly currency: string;
  readonly installments: number;
  /** MM/AA, where it is known. */
  readonly expiry?: string;
  /** Our decline code as it was stored; a gateway's own codes stand in no table of a scheme. */
  readonly code?: string;
  /** The buyer's session, or `verificationPurchase`. */
  readonly purchase?: string;
  /** The same instrument was approved since: the buyer's fields, or the bank's data, were corrected. */
  readonly isCleared?: boolean;
}

/** A card attempt that is to be made now. */
export interface NextCardAttempt {
  readonly brand: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly installments: number;
  readonly expiry?: string;
  readonly purchase?: string;
  /** A charge without the buyer, who cannot correct anything then. */
  readonly isMerchantInitiated?: boolean;
  /** Time of the first attempt, where this one repeats a transaction (a retry of a billing period). */
  readonly firstAttemptedAt?: Date;
  /** The gateway identifies the card too loosely: its history may be of another buyer's card. */
  readonly isShared?: boolean;
}

/** The purchase of verifications, which have no order: those of one instrument count together. */
export const verificationPurchase = 'check';

/** Why a card attempt is blocked. Each code has a text for the buyer, `declined.<code>`. */
export type RetryBlock = 'card-not-again' | 'card-tries-used-up' | 'card-try-later';

export type RetryDecision = {
  /** `stop`: the card's owner or their bank ended the subscription that it pays. */
  readonly subscription?: 'stop';
} & (
  | { readonly allowed: true; readonly notBefore?: undefined }
  // `because`: the return code that forbids it.
  | { readonly allowed: false; readonly code: RetryBlock; readonly notBefore?: Date; readonly because?: string }
);

/** Irreversible declines after which a corrected field makes a new transaction. */
const correctable: Readonly<Record<string, (refused: DeclinedCardAttempt, next: NextCardAttempt) => boolean>> = {
  'card-expired': (refused, next) => refused.expiry !== next.expiry,
  'amount-not-permitted': (refused, next) => refused.amount !== next.amount,
  'installments-not-permitted': (refused, next) => refused.installments !== next.installments,
  // We never know the security code: a buyer who enters one is assumed to have corrected it, and the windows still count.
  'security-code-invalid': (refused, next) => next.isMerchantInitiated !== true || refused.isCleared === true,
};

/**
 * Whether a card may be charged now, by the schemes' rules alone. `history`: every declined attempt of this card at this merchant,
 * in any order, verifications too.
 */
export function schemeRetryDecision(
  history: readonly DeclinedCardAttempt[],
  next: NextCardAttempt,
  now: Date,
): RetryDecision {
  const limits = retryLimits[next.brand];
  // A stranger's lost card must not block another one for good; the windows count all attempts of both.
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

/** Whether a card may be charged now, by the schemes' rules and by our own limit far below theirs. */
export function mayRetry(history: readonly DeclinedCardAttempt[], next: NextCardAttempt, now: Date): RetryDecision {
  const verdict = schemeRetryDecision(history, next, now);
  if (!verdict.allowed || hasRetryRoom(internalRetryWindow, history, next, now)) return verdict;
  return { allowed: false, code: 'card-tries-used-up' };
}

/** Whether two attempts under a shared key are of one card: of the same expiry, or of the same purchase. */
function isSameCard(refused: DeclinedCardAttempt, { purchase, expiry }: NextCardAttempt): boolean {
  if (refused.purchase === purchase && purchase !== verificationPurchase) return true;
  return Boolean(expiry) && refused.expiry === expiry;
}

function endsSubscription(brand: string, returnCode: string, adviceCode: string | undefined): boolean {
  if (retryLimits[brand]?.stopsSubscription.includes(returnCode)) return true;
  return brand === 'mastercard' && adviceCode !== undefined && adviceCodes[adviceCode]?.stopSubscription === true;
}

/** Decline codes of a request or of a deleted token: no bank declined the card. */
const nonIssuerCodes: ReadonlySet<string> = new Set(['gateway-refused', 'card-token-invalid', 'card-not-again']);

function forbids(refused: DeclinedCardAttempt, next: NextCardAttempt): boolean {
  const { brand } = next;
  if (refused.code !== undefined && nonIssuerCodes.has(refused.code)) return false;
  const advice = brand === 'mastercard' ? adviceCodes[refused.adviceCode ?? ''] : undefined;
  if (advice?.never) return true;
  if (advice?.newData && refused.expiry === next.expiry && next.isMerchantInitiated && !refused.isCleared) return true;
  const { code, reversible } = interpretDecline({ ...refused, brand });
  // A retry that the scheme forbids cannot be allowed by the acquirer.
  if (retryLimits[brand]?.never.includes(refused.returnCode)) return true;
  return !reversible && ![code, refused.code ?? code].some((one) => correctable[one]?.(refused, next));
}

function pauseEnd(brand: string, refused: DeclinedCardAttempt): Date | null {
  const advice = brand === 'mastercard' ? adviceCodes[refused.adviceCode ?? ''] : undefined;
  if (!advice?.pauseHours || (advice.onlyAfter !== undefined && advice.onlyAfter !== refused.returnCode)) return null;
  return new Date(refused.at.getTime() + advice.pauseHours * 3_600_000);
}

/** Whether a window has room for one more attempt. */
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

/** Whether the time in which a transaction may be repeated is over. */
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
