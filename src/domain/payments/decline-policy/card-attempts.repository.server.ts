import { sql } from 'kysely';
import { later } from '#src/kernel/db/pipeline.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import {
  checkStart,
  originColumns,
  riskLevelFor,
  type AttemptContext,
  type AttemptOrigin,
} from '../../risk/index.server.ts';
import { parseRawDecline } from './interpret-decline.ts';
import { firstAttemptedAt } from './first-attempt.server.ts';
import {
  verificationPurchase,
  type RetryBlock,
  mayRetry,
  type NextCardAttempt,
  type DeclinedCardAttempt,
} from './may-retry.ts';
import { isSharedInstrumentKey } from './instrument-key.repository.server.ts';
import { maxConcurrentAttempts } from './retry-limits.data.ts';
import { clearDeclines } from './clear-declines.server.ts';
import { isMerchantAtLimit } from './merchant-limit.server.ts';

/** A try that is about to be made; `id` is the attempt's or the check's. */
export interface CardAttemptRequest extends NextCardAttempt {
  readonly id: string;
  readonly attemptId: string | null;
  /** `instrumentKey`. */
  readonly instrument: string;
  readonly purchase: string;
  readonly gateway: string;
  /** For whom it counts besides; null where no buyer makes it. */
  readonly origin?: AttemptOrigin | null;
  readonly context?: AttemptContext;
}

/** `busy`: other tries of this means are under way, and how they end decides. `forceChallenge`: as a charge is asked for. */
export type CardAttemptReservation =
  | { readonly kind: 'claimed'; readonly forceChallenge: boolean }
  | { readonly kind: 'busy' }
  | { readonly kind: 'held-back'; readonly code: RetryBlock };

/** No scheme looks back further, and no card lives longer than that unseen. */
const historyMs = 400 * 86_400_000;
/** A try that is still under way after so long was lost; its attempt's own job finds out. */
const lostAttemptMs = 30 * 60_000;
/**
 * A call ends within 8 s, and two more are for writing it down: a try that nobody here is making and that has no answer
 * after that is held for dead with its process, and a job finds out. A company that needs several calls (Culqi: up to six)
 * may still be at it in another process: then one try more may run beside it than its scheme's limit has room for.
 */
const orphanedAfterMs = 10_000;
/** Far more than any limit lets a card come to. */
const mostRead = 1000;
const underWayStates = ['created', 'processing', 'unknown'];

export interface DeclineHistory {
  readonly refused: readonly DeclinedCardAttempt[];
  readonly underWay: number;
}

/**
 * Counts a try before it is made, so that no scheme's limit is passed however many come at once: one after the other per
 * means, in a transaction of its own. The same id again is the same try.
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
    await sql`select pg_advisory_xact_lock(hashtextextended(${wanted.instrument}, 17))`.execute(trx);
    const shared = origin?.addressKey ?? origin?.buyerKey;
    if (shared !== undefined)
      await later(trx, sql`select pg_advisory_xact_lock(hashtextextended(${shared}, 18))`.compile(trx));
    const before = await trx
      .selectFrom('card_attempts')
      .select('force_challenge')
      .where('id', '=', wanted.id)
      .executeTakeFirst();
    if (before) return { kind: 'claimed', forceChallenge: before.force_challenge };
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
      return { kind: 'held-back', code: declineCode };
    }
    if (await isMerchantAtLimit(trx, wanted, refused, now)) return { kind: 'held-back', code: 'card-tries-used-up' };
    if (underWay > 0 && !fitsConcurrently(refused, underWay, next, now)) return { kind: 'busy' };
    const { may, forceChallenge } = await checkStart(ctx, trx, origin, { ...wanted.context, level });
    if (may !== 'yes') return may === 'wait' ? { kind: 'busy' } : { kind: 'held-back', code: 'card-try-later' };
    await trx
      .insertInto('card_attempts')
      .values({
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
      })
      .execute();
    return { kind: 'claimed', forceChallenge };
  });
}

/** A charge without its buyer only repeats what was asked for before: since when is the claim's to know, not its caller's. */
async function withFirstAttemptTime(trx: Db, wanted: CardAttemptRequest): Promise<NextCardAttempt> {
  const next = { ...wanted, isShared: isSharedInstrumentKey(wanted.instrument) };
  if (!wanted.isMerchantInitiated || wanted.attemptId === null) return next;
  const first = await firstAttemptedAt(trx, { attemptId: wanted.attemptId, instrument: wanted.instrument });
  return first ? { ...next, firstAttemptedAt: first } : next;
}

/**
 * An approval counts against nothing: its try is forgotten, so that what is read does not grow with a good card's use. Only
 * that its address had a good one stays for a while, and that the refusals before it are mended.
 */
export async function deleteApprovedAttempt(trx: Db, attemptId: string, now: Date): Promise<void> {
  const gone = sql`select instrument_key from gone`;
  const forgotten = sql`
    with gone as (
      delete from card_attempts where attempt_id = ${attemptId}
      returning instrument_key, address_key, network_key, browser_key
    ), mended as (${clearDeclines(gone)})
    insert into approved_attempts (address_key, network_key, at)
    select address_key, network_key, ${now}::timestamptz from gone where browser_key is not null`;
  await later(trx, forgotten.compile(trx));
}

/** Whether this try may run beside those under way even if every one of them is refused. */
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
  // A means that was never refused may be in several hands at once; one that was has its own narrow limit.
  return refused.length === 0 || mayRetry([...refused, ...imagined], next, now).allowed;
}

/** Every refused try of a means that its schemes may count, and how many are under way. */
export async function declineHistoryOf(
  trx: Db,
  instrument: string,
  now: Date,
  isRunning: (id: string) => boolean,
): Promise<DeclineHistory> {
  const rows = await trx
    .selectFrom('card_attempts')
    .leftJoin('attempts', 'attempts.id', 'card_attempts.attempt_id')
    .leftJoin('orders', 'orders.id', 'attempts.order_id')
    .select([
      'card_attempts.id',
      'card_attempts.amount',
      'card_attempts.currency',
      'card_attempts.installments',
      'card_attempts.expiry',
      'card_attempts.outcome',
      'card_attempts.raw',
      'card_attempts.attempted_at',
      'card_attempts.attempt_id',
      'card_attempts.is_cleared',
      'attempts.state',
      'attempts.decline_raw',
      'attempts.decline_code',
      'orders.session_id',
    ])
    .where('card_attempts.instrument_key', '=', instrument)
    .where('card_attempts.attempted_at', '>', new Date(now.getTime() - historyMs))
    .where((eb) =>
      eb.or([
        eb('attempts.state', 'in', ['declined', ...underWayStates]),
        eb.and([
          eb('card_attempts.attempt_id', 'is', null),
          eb(eb.fn.coalesce('outcome', eb.val('open')), 'in', ['open', 'refused']),
        ]),
      ]),
    )
    .orderBy('card_attempts.attempted_at', 'desc')
    .limit(mostRead)
    .execute();
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

/** What became of a try. A bank that was never asked (failed, expired at the buyer's challenge, undone) refused nothing. */
function endOf(state: string | null): 'under-way' | 'refused' | 'over' {
  if (state === 'declined' || state === 'refused') return 'refused';
  return state === null || underWayStates.includes(state) ? 'under-way' : 'over';
}
