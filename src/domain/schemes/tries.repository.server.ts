import { sql } from 'kysely';
import { later } from '#src/kernel/db/pipeline.server.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { guardStart, originColumns, stageFor, type TryManner, type TryOrigin } from '../defences/index.server.ts';
import { readRaw } from './decline-of.ts';
import { firstTriedAt } from './first-try.server.ts';
import { checkPurchase, type HeldBack, mayTry, type NextTry, type RefusedTry } from './may-try.ts';
import { isSharedKey } from './means-key.repository.server.ts';
import { mostAtOnce } from './retry-limits.data.ts';
import { mendRefused } from './mend-refused.server.ts';
import { isShopAtItsLimit } from './shop-limit.server.ts';

/** A try that is about to be made; `id` is the attempt's or the check's. */
export interface WantedTry extends NextTry {
  readonly id: string;
  readonly attemptId: string | null;
  /** `meansKey`. */
  readonly means: string;
  readonly purchase: string;
  readonly gateway: string;
  /** For whom it counts besides; null where no buyer makes it. */
  readonly origin?: TryOrigin | null;
  readonly manner?: TryManner;
}

/** `busy`: other tries of this means are under way, and how they end decides. `mustAsk`: as a charge is asked for. */
export type Claim =
  | { readonly kind: 'claimed'; readonly mustAsk: boolean }
  | { readonly kind: 'busy' }
  | { readonly kind: 'held-back'; readonly code: HeldBack };

/** No scheme looks back further, and no card lives longer than that unseen. */
const lookBackMs = 400 * 86_400_000;
/** A try that is still under way after so long was lost; its attempt's own job finds out. */
const lostAfterMs = 30 * 60_000;
/**
 * A call ends within 8 s, and two more are for writing it down: a try that nobody here is making and that has no answer
 * after that is held for dead with its process, and a job finds out. A company that needs several calls (Culqi: up to six)
 * may still be at it in another process: then one try more may run beside it than its scheme's limit has room for.
 */
const orphanedAfterMs = 10_000;
/** Far more than any limit lets a card come to. */
const mostRead = 1000;
const underWayStates = ['created', 'processing', 'unknown'];

export interface Standing {
  readonly refused: readonly RefusedTry[];
  readonly underWay: number;
}

/**
 * Counts a try before it is made, so that no scheme's limit is passed however many come at once: one after the other per
 * means, in a transaction of its own. The same id again is the same try.
 */
export async function claimTry(
  ctx: DomainContext,
  wanted: WantedTry,
  isRunning: (id: string) => boolean,
): Promise<Claim> {
  const now = ctx.clock.now();
  const origin = wanted.origin ?? null;
  const stage = await stageFor(ctx, origin);
  return transaction(ctx.db, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${wanted.means}, 17))`.execute(trx);
    const shared = origin?.addressKey ?? origin?.buyerKey;
    if (shared !== undefined)
      await later(trx, sql`select pg_advisory_xact_lock(hashtextextended(${shared}, 18))`.compile(trx));
    const before = await trx
      .selectFrom('means_tries')
      .select('must_ask')
      .where('id', '=', wanted.id)
      .executeTakeFirst();
    if (before) return { kind: 'claimed', mustAsk: before.must_ask };
    const { refused, underWay } = await standingOf(trx, wanted.means, now, isRunning);
    const next = await sinceTheFirst(trx, wanted);
    const verdict = mayTry(refused, next, now);
    if (!verdict.allowed) {
      const { code: declineCode, because: reason } = verdict;
      ctx.log.info('card-held-back', { attemptId: wanted.attemptId, gateway: wanted.gateway, declineCode, reason });
      return { kind: 'held-back', code: declineCode };
    }
    if (await isShopAtItsLimit(trx, wanted, refused, now)) return { kind: 'held-back', code: 'card-tries-used-up' };
    if (underWay > 0 && !fitsBeside(refused, underWay, next, now)) return { kind: 'busy' };
    const { may, mustAsk } = await guardStart(ctx, trx, origin, { ...wanted.manner, stage });
    if (may !== 'yes') return may === 'wait' ? { kind: 'busy' } : { kind: 'held-back', code: 'card-try-later' };
    await trx
      .insertInto('means_tries')
      .values({
        id: wanted.id,
        attempt_id: wanted.attemptId,
        means_key: wanted.means,
        gateway: wanted.gateway,
        brand: wanted.brand,
        amount: wanted.amount,
        currency: wanted.currency,
        installments: wanted.installments,
        expiry: wanted.expiry ?? null,
        outcome: null,
        raw: null,
        tried_at: now,
        must_ask: mustAsk,
        ...originColumns(origin),
      })
      .execute();
    return { kind: 'claimed', mustAsk };
  });
}

/** A charge without its buyer only repeats what was asked for before: since when is the claim's to know, not its caller's. */
async function sinceTheFirst(trx: Db, wanted: WantedTry): Promise<NextTry> {
  const next = { ...wanted, isShared: isSharedKey(wanted.means) };
  if (!wanted.isUnattended || wanted.attemptId === null) return next;
  const first = await firstTriedAt(trx, { attemptId: wanted.attemptId, means: wanted.means });
  return first ? { ...next, firstTriedAt: first } : next;
}

/**
 * An approval counts against nothing: its try is forgotten, so that what is read does not grow with a good card's use. Only
 * that its address had a good one stays for a while, and that the refusals before it are mended.
 */
export async function forgetTry(trx: Db, attemptId: string, now: Date): Promise<void> {
  const gone = sql`select means_key from gone`;
  const forgotten = sql`
    with gone as (
      delete from means_tries where attempt_id = ${attemptId}
      returning means_key, address_key, network_key, browser_key
    ), mended as (${mendRefused(gone)})
    insert into good_tries (address_key, network_key, at)
    select address_key, network_key, ${now}::timestamptz from gone where browser_key is not null`;
  await later(trx, forgotten.compile(trx));
}

/** Whether this try may run beside those under way even if every one of them is refused. */
function fitsBeside(refused: readonly RefusedTry[], underWay: number, next: NextTry, now: Date): boolean {
  if (underWay >= mostAtOnce(next.brand)) return false;
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
  return refused.length === 0 || mayTry([...refused, ...imagined], next, now).allowed;
}

/** Every refused try of a means that its schemes may count, and how many are under way. */
export async function standingOf(
  trx: Db,
  means: string,
  now: Date,
  isRunning: (id: string) => boolean,
): Promise<Standing> {
  const rows = await trx
    .selectFrom('means_tries')
    .leftJoin('attempts', 'attempts.id', 'means_tries.attempt_id')
    .leftJoin('orders', 'orders.id', 'attempts.order_id')
    .select([
      'means_tries.id',
      'means_tries.amount',
      'means_tries.currency',
      'means_tries.installments',
      'means_tries.expiry',
      'means_tries.outcome',
      'means_tries.raw',
      'means_tries.tried_at',
      'means_tries.attempt_id',
      'means_tries.is_mended',
      'attempts.state',
      'attempts.decline_raw',
      'attempts.decline_code',
      'orders.session_id',
    ])
    .where('means_tries.means_key', '=', means)
    .where('means_tries.tried_at', '>', new Date(now.getTime() - lookBackMs))
    .where((eb) =>
      eb.or([
        eb('attempts.state', 'in', ['declined', ...underWayStates]),
        eb.and([
          eb('means_tries.attempt_id', 'is', null),
          eb(eb.fn.coalesce('outcome', eb.val('open')), 'in', ['open', 'refused']),
        ]),
      ]),
    )
    .orderBy('means_tries.tried_at', 'desc')
    .limit(mostRead)
    .execute();
  const ends = rows.map((row) => ({ row, end: endOf(row.attempt_id === null ? row.outcome : row.state) }));
  return {
    refused: ends
      .filter(({ end }) => end === 'refused')
      .map(({ row }) => ({
        ...readRaw(row.decline_raw ?? row.raw ?? ''),
        amount: row.amount,
        currency: row.currency,
        installments: row.installments,
        at: row.tried_at,
        purchase: row.session_id ?? checkPurchase,
        isMended: row.is_mended,
        ...(row.decline_code === null ? {} : { code: row.decline_code }),
        ...(row.expiry === null ? {} : { expiry: row.expiry }),
      })),
    underWay: ends.filter(({ row, end }) => {
      const age = now.getTime() - row.tried_at.getTime();
      const isOrphan = row.state === 'created' && age >= orphanedAfterMs && !isRunning(row.id);
      return end === 'under-way' && age < lostAfterMs && !isOrphan;
    }).length,
  };
}

/** What became of a try. A bank that was never asked (failed, expired at the buyer's challenge, undone) refused nothing. */
function endOf(state: string | null): 'under-way' | 'refused' | 'over' {
  if (state === 'declined' || state === 'refused') return 'refused';
  return state === null || underWayStates.includes(state) ? 'under-way' : 'over';
}
