import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { AttemptState } from '../ports/attempt-states.ts';
import {
  checkStart,
  originColumns,
  riskLevelFor,
  type AttemptContext,
  type AttemptOrigin,
} from '../../risk/index.server.ts';
import {
  cardAttemptsOfInstrument,
  countMerchantDeclines,
  findCardAttempt,
  firstAttemptedAt,
  insertCardAttempt,
  lastCardAttemptOfOrder,
  lockInstrument,
} from './card-attempt.repository.server.ts';
import { isSharedInstrumentKey } from './instrument-key.server.ts';
import { parseRawDecline } from './interpret-decline.ts';
import {
  type DeclinedCardAttempt,
  mayRetry,
  type NextCardAttempt,
  type RetryBlock,
  type RetryDecision,
  schemeRetryDecision,
  verificationPurchase,
} from './may-retry.ts';
import { maxConcurrentAttempts, retryLimits } from './retry-limits.data.ts';

/** A card attempt that is about to be made; `id` is the attempt's or the verification's. */
export interface CardAttemptRequest extends NextCardAttempt {
  readonly id: string;
  readonly attemptId: string | null;
  /** `instrumentKey`. */
  readonly instrument: string;
  readonly purchase: string;
  readonly gateway: string;
  /** Who makes it, for the risk limits; null for a charge without its buyer. */
  readonly origin?: AttemptOrigin | null;
  readonly context?: AttemptContext;
}

/**
 * - `reserved`: the attempt is counted and may be made; `forceChallenge`: only with a challenge by the buyer's bank.
 * - `busy`: other attempts of this instrument are under way, and their outcome decides.
 * - `blocked`: the attempt may not be made.
 */
export type CardAttemptReservation =
  | { readonly kind: 'reserved'; readonly forceChallenge: boolean }
  | { readonly kind: 'busy' }
  | { readonly kind: 'blocked'; readonly code: RetryBlock };

/** No scheme counts declines that are older, and no card lives longer without being used. */
const historyMs = 400 * 86_400_000;
/** An attempt that is under way for longer was lost; its own job finds out what became of it. */
const lostAttemptMs = 30 * 60_000;
/**
 * A call ends within 8 s, and two more are for storing its answer: an attempt of another process without an answer after that
 * counts as lost with its process. A gateway that needs several calls (Culqi: up to six) may still be busy in another process:
 * then one attempt more may run beside it than its scheme's limit allows.
 */
const orphanedAfterMs = 10_000;
const underWayStates: readonly AttemptState[] = ['created', 'processing', 'unknown'];

/**
 * Counts a card attempt before it is made, in a transaction of its own and one after the other per instrument, so that parallel
 * attempts cannot pass a scheme's limit. The same id again is the same attempt. `isRunning`: whether this process makes it now.
 */
export async function reserveCardAttempt(
  ctx: PaymentsContext,
  wanted: CardAttemptRequest,
  isRunning: (id: string) => boolean,
): Promise<CardAttemptReservation> {
  const now = ctx.clock.now();
  const origin = wanted.origin ?? null;
  const level = await riskLevelFor(ctx, origin);
  return transaction(ctx.db, async (trx) => {
    await lockInstrument(trx, wanted.instrument, origin?.addressKey ?? origin?.buyerKey);
    const before = await findCardAttempt(trx, wanted.id);
    if (before) return { kind: 'reserved', forceChallenge: before.forceChallenge };
    const { refused, underWay } = await declineHistoryOf(trx, wanted.instrument, now, isRunning);
    const next = await withFirstAttemptTime(trx, wanted);
    const verdict = mayRetry(refused, next, now);
    if (!verdict.allowed) {
      const { code: declineCode, because: reason } = verdict;
      ctx.log.info('card-attempt-blocked', {
        attemptId: wanted.attemptId,
        gateway: wanted.gateway,
        declineCode,
        reason,
      });
      return { kind: 'blocked', code: declineCode };
    }
    if (await isMerchantAtLimit(trx, wanted, refused, now)) return { kind: 'blocked', code: 'card-tries-used-up' };
    if (underWay > 0 && !fitsConcurrently(refused, underWay, next, now)) return { kind: 'busy' };
    const { may, forceChallenge } = await checkStart(ctx, trx, origin, { ...wanted.context, level });
    if (may !== 'yes') return may === 'wait' ? { kind: 'busy' } : { kind: 'blocked', code: 'card-try-later' };
    await insertCardAttempt(trx, {
      id: wanted.id,
      attempt_id: wanted.attemptId,
      instrument_key: wanted.instrument,
      gateway: wanted.gateway,
      brand: wanted.brand,
      amount: wanted.amount,
      currency: wanted.currency,
      installments: wanted.installments,
      expiry: wanted.expiry ?? null,
      outcome: null,
      raw: null,
      attempted_at: now,
      force_challenge: forceChallenge,
      ...originColumns(origin),
    });
    return { kind: 'reserved', forceChallenge };
  });
}

/** Adds the time of the first attempt: a charge without its buyer repeats an earlier one, and schemes limit for how long. */
async function withFirstAttemptTime(trx: Db, wanted: CardAttemptRequest): Promise<NextCardAttempt> {
  const next = { ...wanted, isShared: isSharedInstrumentKey(wanted.instrument) };
  if (!wanted.isMerchantInitiated || wanted.attemptId === null) return next;
  const first = await firstAttemptedAt(trx, { attemptId: wanted.attemptId, instrument: wanted.instrument });
  return first ? { ...next, firstAttemptedAt: first } : next;
}

/**
 * Whether a card that was declined before must wait because its merchant has reached the scheme's limit for all cards together.
 * Declines are counted only for a card that has such a decline of its own.
 */
async function isMerchantAtLimit(
  db: Db,
  { brand, gateway }: { readonly brand: string; readonly gateway: string },
  refused: readonly DeclinedCardAttempt[],
  now: Date,
): Promise<boolean> {
  const limit = retryLimits[brand]?.ofMerchant;
  if (!limit || !refused.some(({ returnCode }) => limit.codes.includes(returnCode))) return false;
  const since = new Date(now.getTime() - limit.hours * 3_600_000);
  const { codes, refusals } = limit;
  return (await countMerchantDeclines(db, { brand, gateway, codes, limit: refusals }, since)) >= refusals;
}

/** Whether this attempt may run beside those under way even if every one of them is declined. */
function fitsConcurrently(
  refused: readonly DeclinedCardAttempt[],
  underWay: number,
  next: NextCardAttempt,
  now: Date,
): boolean {
  if (underWay >= maxConcurrentAttempts(next.brand)) return false;
  const { amount, currency, installments, expiry, purchase = '' } = next;
  const worst = {
    purchase,
    returnCode: '51',
    amount,
    currency,
    installments,
    at: now,
    ...(expiry === undefined ? {} : { expiry }),
  };
  const imagined = Array.from({ length: underWay }, () => worst);
  // An instrument that was never declined may have several owners at once; one that was has its own narrow limit.
  return refused.length === 0 || mayRetry([...refused, ...imagined], next, now).allowed;
}

/** Every declined attempt of an instrument that a scheme may count, and how many are under way. */
async function declineHistoryOf(
  db: Db,
  instrument: string,
  now: Date,
  isRunning: (id: string) => boolean,
): Promise<{ readonly refused: readonly DeclinedCardAttempt[]; readonly underWay: number }> {
  const since = new Date(now.getTime() - historyMs);
  const rows = await cardAttemptsOfInstrument(db, instrument, since, underWayStates);
  const ends = rows.map((row) => ({ row, end: endOf(row.attempt_id === null ? row.outcome : row.state) }));
  return {
    refused: ends
      .filter(({ end }) => end === 'refused')
      .map(({ row }) => ({
        ...parseRawDecline(row.decline_raw ?? row.raw ?? ''),
        amount: row.amount,
        currency: row.currency,
        installments: row.installments,
        at: row.attempted_at,
        purchase: row.session_id ?? verificationPurchase,
        isCleared: row.is_cleared,
        ...(row.decline_code === null ? {} : { code: row.decline_code }),
        ...(row.expiry === null ? {} : { expiry: row.expiry }),
      })),
    underWay: ends.filter(({ row, end }) => {
      const age = now.getTime() - row.attempted_at.getTime();
      const isOrphan = row.state === 'created' && age >= orphanedAfterMs && !isRunning(row.id);
      return end === 'under-way' && age < lostAttemptMs && !isOrphan;
    }).length,
  };
}

/** How an attempt ended. Where the bank was never asked (failed, expired at the challenge, voided) nothing was declined. */
function endOf(state: string | null): 'under-way' | 'refused' | 'over' {
  if (state === 'declined' || state === 'refused') return 'refused';
  return state === null || underWayStates.some((known) => known === state) ? 'under-way' : 'over';
}

/** The schemes' rules for charging an order again, without its buyer, by the instrument that was tried last. */
export interface NextRetryOfOrder {
  /** Whether it may be charged at an instant, as far as is known now. */
  readonly verdictAt: (at: Date) => RetryDecision;
  /** The last decline said that the agreement was ended: by the card's owner or by their bank. */
  readonly isStopped: boolean;
}

/** Null when no card attempt of the order was counted: then no scheme limits it. */
export async function nextRetryOfOrder(db: Db, orderId: string, now: Date): Promise<NextRetryOfOrder | null> {
  const last = await lastCardAttemptOfOrder(db, orderId);
  if (!last) return null;
  const { refused } = await declineHistoryOf(db, last.instrument_key, now, () => false);
  const first = await firstAttemptedAt(db, { attemptId: last.attempt_id, instrument: last.instrument_key });
  const next = {
    brand: last.brand,
    amount: last.amount,
    currency: last.currency,
    installments: last.installments,
    purchase: last.session_id,
    isMerchantInitiated: true,
    isShared: isSharedInstrumentKey(last.instrument_key),
    firstAttemptedAt: first ?? last.attempted_at,
    ...(last.expiry === null ? {} : { expiry: last.expiry }),
  };
  const own = refused.filter(({ at }) => at.getTime() === last.attempted_at.getTime());
  return {
    verdictAt: (at) => mayRetry(refused, next, at),
    isStopped: schemeRetryDecision(own, next, now).subscription === 'stop',
  };
}
