import { type InsertObject, type RawBuilder, sql } from 'kysely';
import { deferred } from '#src/kernel/db/pipeline.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { AttemptState } from '../ports/attempt-states.ts';
import type { Database } from '../../database/index.server.ts';
import { sweepApprovedInstruments } from './approved-instrument.repository.server.ts';
import { riskLimits } from '../../risk/index.server.ts';

/**
 * Holds the lock of an instrument, and of the buyer or address that its attempt counts for, until the transaction ends: attempts
 * of one instrument are counted one after the other.
 */
export async function lockInstrument(trx: Db, instrumentKey: string, originKey: string | undefined): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${instrumentKey}, 17))`.execute(trx);
  if (originKey !== undefined)
    await deferred(trx, sql`select pg_advisory_xact_lock(hashtextextended(${originKey}, 18))`.compile(trx));
}

/** A card attempt that was reserved before; null when there is none of that id. */
export async function findCardAttempt(db: Db, id: string): Promise<{ readonly forceChallenge: boolean } | null> {
  const row = await db.selectFrom('card_attempts').select('force_challenge').where('id', '=', id).executeTakeFirst();
  return row ? { forceChallenge: row.force_challenge } : null;
}

/** Writes a card attempt before it is made. */
export async function insertCardAttempt(trx: Db, attempt: InsertObject<Database, 'card_attempts'>): Promise<void> {
  await trx.insertInto('card_attempts').values(attempt).execute();
}

/** No history is so long: the limits of every scheme end far below. */
const maxHistory = 1000;

/** Card attempts of an instrument since a time that were declined or are under way, the newest first. */
export async function cardAttemptsOfInstrument(
  db: Db,
  instrumentKey: string,
  since: Date,
  underWay: readonly AttemptState[],
) {
  return db
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
    .where('card_attempts.instrument_key', '=', instrumentKey)
    .where('card_attempts.attempted_at', '>', since)
    .where((eb) =>
      eb.or([
        eb('attempts.state', 'in', ['declined', ...underWay]),
        eb.and([
          eb('card_attempts.attempt_id', 'is', null),
          eb(eb.fn.coalesce('outcome', eb.val('open')), 'in', ['open', 'refused']),
        ]),
      ]),
    )
    .orderBy('card_attempts.attempted_at', 'desc')
    .limit(maxHistory)
    .execute();
}

/** The last card attempt of an order, with the session of the order; null when none was counted. */
export async function lastCardAttemptOfOrder(db: Db, orderId: string) {
  const row = await db
    .selectFrom('card_attempts')
    .innerJoin('attempts', 'attempts.id', 'card_attempts.attempt_id')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select([
      'attempts.id as attempt_id',
      'card_attempts.instrument_key',
      'card_attempts.brand',
      'card_attempts.amount',
      'card_attempts.currency',
      'card_attempts.installments',
      'card_attempts.expiry',
      'card_attempts.attempted_at',
      'orders.session_id',
    ])
    .where('attempts.order_id', '=', orderId)
    .orderBy('card_attempts.attempted_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/**
 * The first card attempt of an instrument for the order of an attempt, or for any other order of the same billing period; null
 * when there is none.
 */
export async function firstAttemptedAt(
  db: Db,
  { attemptId, instrument }: { readonly attemptId: string; readonly instrument: string },
): Promise<Date | null> {
  const { rows } = await sql<{ readonly at: Date | null }>`
    select min(tries.attempted_at) as at
    from card_attempts tries
    join attempts on attempts.id = tries.attempt_id
    join orders on orders.id = attempts.order_id
    join orders mine on mine.id = (select order_id from attempts where id = ${attemptId})
    where tries.instrument_key = ${instrument}
      and (orders.id = mine.id
        or (orders.subscription_id = mine.subscription_id and orders.billing_period_number = mine.billing_period_number))
  `.execute(db);
  return rows[0]?.at ?? null;
}

/** Declines of a merchant's cards of one brand at one gateway since a time, verifications too; counts `limit` of each at most. */
export async function countMerchantDeclines(
  db: Db,
  of: { readonly brand: string; readonly gateway: string; readonly codes: readonly string[]; readonly limit: number },
  since: Date,
): Promise<number> {
  const { brand, gateway, codes, limit } = of;
  const { rows } = await sql<{ count: string }>`
    select count(*) as count from (
      (select 1 from attempts where gateway = ${gateway} and created_at > ${since} and state = 'declined'
         and kept ->> 'brand' = ${brand} and split_part(decline_raw, ' ', 1) = any(${codes}) limit ${limit})
      union all
      (select 1 from card_attempts where gateway = ${gateway} and attempted_at > ${since} and outcome = 'refused'
         and brand = ${brand} and split_part(raw, ' ', 1) = any(${codes}) limit ${limit})
    ) refused`.execute(db);
  return Number(rows[0]?.count ?? 0);
}

/** The instrument key under which an attempt is counted; null where it is not counted. */
export async function instrumentKeyOfAttempt(db: Db, attemptId: string): Promise<string | null> {
  const row = await db
    .selectFrom('card_attempts')
    .select('instrument_key')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  return row?.instrument_key ?? null;
}

/** Those of some instrument keys under which an attempt or a payment profile is stored. */
export async function storedInstrumentKeys(db: Db, keys: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('card_attempts')
    .select('instrument_key')
    .where('instrument_key', 'in', keys)
    .union(
      db
        .selectFrom('payment_profiles')
        .select('instrument_key')
        .where('instrument_key', 'in', keys)
        .$castTo<{ instrument_key: string }>(),
    )
    .execute();
  return new Set(rows.map((row) => row.instrument_key));
}

/**
 * Marks every decline of some instruments as cleared by an approval. Rows that another approval holds are skipped: it clears
 * them itself, and two approvals of one instrument never wait for each other.
 */
function clearDeclines(instrumentKeys: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    update card_attempts set is_cleared = true where id in (
      select tries.id from card_attempts tries
      left join attempts on attempts.id = tries.attempt_id
      where tries.instrument_key in (${instrumentKeys}) and not tries.is_cleared
        and (tries.outcome = 'refused' or attempts.state = 'declined')
      for update of tries skip locked
    )`;
}

/**
 * Deletes the card attempt of an approved attempt, which no limit counts, so that the history of a good card stays short. What
 * stays for a while is that its address had an approval, and which instrument it was; the declines before it are cleared.
 */
export async function deleteApprovedAttempt(trx: Db, attemptId: string, now: Date): Promise<void> {
  const deleted = sql`select instrument_key from deleted`;
  const statement = sql`
    with deleted as (
      delete from card_attempts where attempt_id = ${attemptId}
      returning instrument_key, address_key, network_key, browser_key
    ), cleared as (${clearDeclines(deleted)}), kept as (
      insert into approved_instruments (attempt_id, instrument_key, at)
      select ${attemptId}, instrument_key, ${now}::timestamptz from deleted where instrument_key !~ '^~'
    )
    insert into approved_attempts (address_key, network_key, at)
    select address_key, network_key, ${now}::timestamptz from deleted where browser_key is not null`;
  await deferred(trx, statement.compile(trx));
}

/** Stores how a verification ended; an attempt's own outcome stands with the attempt. */
export async function endVerification(
  db: Db,
  id: string,
  outcome: 'passed' | 'refused' | 'not-sent',
  raw: string | null,
): Promise<void> {
  await db.updateTable('card_attempts').set({ outcome, raw }).where('id', '=', id).execute();
  if (outcome === 'passed')
    await clearDeclines(sql`select instrument_key from card_attempts where id = ${id}`).execute(db);
}

/** A verification that passed or was refused; null for any other. */
export async function verificationById(
  db: Db,
  id: string,
): Promise<{ readonly brand: string; readonly raw: string | null; readonly instrument: string } | null> {
  const row = await db
    .selectFrom('card_attempts')
    .select(['brand', 'raw', 'instrument_key as instrument'])
    .where('id', '=', id)
    .where('outcome', 'in', ['passed', 'refused'])
    .executeTakeFirst();
  return row ?? null;
}

/** Whether a verification was begun, and has ended. */
export async function verificationStateOf(db: Db, id: string): Promise<'none' | 'under-way' | 'ended'> {
  const row = await db.selectFrom('card_attempts').select('outcome').where('id', '=', id).executeTakeFirst();
  if (!row) return 'none';
  return row.outcome === null ? 'under-way' : 'ended';
}

/** Takes the origin out of card attempts, and deletes approvals, that no risk limit counts any more. */
export async function sweepAttemptOrigins(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - Math.max(2 * 86_400, riskLimits.tries.approvedSeconds) * 1000);
  await db.deleteFrom('approved_attempts').where('at', '<', before).execute();
  await sweepApprovedInstruments(db, now);
  await db
    .updateTable('card_attempts')
    .set({ address_key: null, network_key: null, buyer_key: null, browser_key: null })
    .where('browser_key', 'is not', null)
    .where('attempted_at', '<', before)
    .execute();
}
