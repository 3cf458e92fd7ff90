import { dateParts, localDateOf } from '#src/kernel/time/local-date.ts';
import { adviceCodes } from './advice-codes.data.ts';
import { declineOf, type Refusal } from './decline-of.ts';
import { ownWindow, retryLimits, type RetryWindow } from './retry-limits.data.ts';

/** A try of a card that was refused. Amounts are minor units; `at` is when the bank was asked (UTC). */
export interface RefusedTry extends Omit<Refusal, 'brand'> {
  readonly at: Date;
  readonly amount: bigint;
  readonly currency: string;
  readonly installments: number;
  /** MM/AA, where it is known. */
  readonly expiry?: string;
  /** What it was for: the buyer's session, or whatever else asked. */
  readonly purchase?: string;
}

/** A try that somebody wants to make now. */
export interface NextTry {
  readonly brand: string;
  readonly amount: bigint;
  readonly currency: string;
  readonly installments: number;
  readonly expiry?: string;
  readonly purchase?: string;
  /** A charge without the buyer, who can then correct nothing. */
  readonly isUnattended?: boolean;
  /** When this same transaction was tried for the first time, where it is a repetition (an invoice's next try). */
  readonly firstTriedAt?: Date;
}

/** Why a card is not tried: each has words for the buyer, `declined.<code>`. */
export type HeldBack = 'card-not-again' | 'card-tries-used-up' | 'card-try-later';

export type Verdict = {
  /** What of a subscription that is paid by this card: `stop` when its owner or bank ended it. */
  readonly subscription?: 'stop';
} & (
  | { readonly allowed: true; readonly notBefore?: undefined }
  | { readonly allowed: false; readonly code: HeldBack; readonly notBefore?: Date }
);

/** What a corrected field makes a new transaction of, after an irreversible refusal of what was typed or asked. */
const correctable: Readonly<Record<string, (refused: RefusedTry, next: NextTry) => boolean>> = {
  'card-expired': (refused, next) => refused.expiry !== next.expiry,
  'amount-not-permitted': (refused, next) => refused.amount !== next.amount,
  'installments-not-permitted': (refused, next) => refused.installments !== next.installments,
  // The code is never known to us: whoever types is taken to have corrected it, and the windows still count.
  'security-code-invalid': (_refused, next) => next.isUnattended !== true,
};

/**
 * Whether a card may be tried now, by the schemes' rules alone. `history` is every refused try of this card at this
 * shop, in any order; checks without money are among them.
 */
export function schemeVerdict(history: readonly RefusedTry[], next: NextTry, now: Date): Verdict {
  const limits = retryLimits[next.brand];
  const isStopped = history.some(({ returnCode, adviceCode }) => endsSubscription(next.brand, returnCode, adviceCode));
  const about = isStopped ? ({ subscription: 'stop' } as const) : {};
  if (history.some((refused) => forbids(refused, next))) return { ...about, allowed: false, code: 'card-not-again' };

  const notBefore = history.reduce<Date | null>((latest, refused) => {
    const until = pauseEnd(next.brand, refused);
    return until && until > now && (!latest || until > latest) ? until : latest;
  }, null);
  if (notBefore) return { ...about, allowed: false, code: 'card-try-later', notBefore };
  const isFull = (limits?.windows ?? []).some(
    (window) => isClosed(window, next, now) || !hasRoom(window, history, next, now),
  );
  return isFull ? { ...about, allowed: false, code: 'card-tries-used-up' } : { ...about, allowed: true };
}

/** The same, and our own limit far below. */
export function mayTry(history: readonly RefusedTry[], next: NextTry, now: Date): Verdict {
  const verdict = schemeVerdict(history, next, now);
  if (!verdict.allowed || hasRoom(ownWindow, history, next, now)) return verdict;
  return { allowed: false, code: 'card-tries-used-up' };
}

function endsSubscription(brand: string, returnCode: string, adviceCode: string | undefined): boolean {
  if (retryLimits[brand]?.stopsSubscription.includes(returnCode)) return true;
  return brand === 'mastercard' && adviceCode !== undefined && adviceCodes[adviceCode]?.stopSubscription === true;
}

function forbids(refused: RefusedTry, next: NextTry): boolean {
  const { brand } = next;
  const advice = brand === 'mastercard' ? adviceCodes[refused.adviceCode ?? ''] : undefined;
  if (advice?.never) return true;
  if (advice?.newData && refused.expiry === next.expiry && next.isUnattended) return true;
  const { code, reversible } = declineOf({ ...refused, brand });
  // What the scheme itself forbids, no acquirer's word makes free.
  if (retryLimits[brand]?.never.includes(refused.returnCode)) return true;
  return !reversible && !(correctable[code]?.(refused, next) ?? false);
}

function pauseEnd(brand: string, refused: RefusedTry): Date | null {
  const advice = brand === 'mastercard' ? adviceCodes[refused.adviceCode ?? ''] : undefined;
  if (!advice?.pauseHours || (advice.onlyAfter !== undefined && advice.onlyAfter !== refused.returnCode)) return null;
  return new Date(refused.at.getTime() + advice.pauseHours * 3_600_000);
}

/** Whether one more try fits. */
export function hasRoom(window: RetryWindow, history: readonly RefusedTry[], next: NextTry, now: Date): boolean {
  const counted = history.filter((refused) => isWithin(window, refused.at, now) && counts(window, refused, next));
  return counted.length < window.tries;
}

function counts(window: RetryWindow, { amount, currency, purchase }: RefusedTry, next: NextTry): boolean {
  if (window.counts === 'same-amount') return amount === next.amount && currency === next.currency;
  return window.counts === 'all' || purchase === next.purchase;
}

/** The time of a transaction that is only repeated is over. */
function isClosed({ closes, within }: RetryWindow, { firstTriedAt }: NextTry, now: Date): boolean {
  if (!closes || within === 'month' || firstTriedAt === undefined) return false;
  return now.getTime() - firstTriedAt.getTime() >= within.hours * 3_600_000;
}

function isWithin({ within }: RetryWindow, at: Date, now: Date): boolean {
  if (within !== 'month') return now.getTime() - at.getTime() < within.hours * 3_600_000;
  return monthOf(at) === monthOf(now);
}

function monthOf(instant: Date): string {
  const { year, month } = dateParts(localDateOf(instant, 'America/Sao_Paulo'));
  return `${year}-${month}`;
}
