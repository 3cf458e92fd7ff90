import type { Selectable, Updateable } from 'kysely';
import { sql } from 'kysely';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../context.server.ts';
import type { Database } from '../database/index.server.ts';

/** A term whose charge failed. */
export interface TermKey {
  readonly subscriptionId: string;
  readonly number: number;
}

/** A case as it is kept. */
export interface Dunning extends TermKey {
  readonly startedOn: LocalDate;
  readonly suspendedOn: LocalDate | null;
  readonly seenTries: number;
  readonly retries: number;
  readonly retryAt: Date | null;
  readonly needsMeans: boolean;
  readonly isOver: boolean;
}

function toDunning(row: Selectable<Database['dunnings']>): Dunning {
  return {
    subscriptionId: row.subscription_id,
    number: row.period_number,
    startedOn: requireLocalDate(row.started_on),
    suspendedOn: row.suspended_on === null ? null : requireLocalDate(row.suspended_on),
    seenTries: row.seen_tries,
    retries: row.retries,
    retryAt: row.retry_at,
    needsMeans: row.needs_means,
    isOver: row.outcome !== null,
  };
}

/** Terms that wait for a look: newly failed, tried again since the last look, or due for one. */
export async function termsToFollow(db: Db, now: Date, limit: number): Promise<TermKey[]> {
  const { rows } = await sql<{ subscription_id: string; number: number }>`
    (select p.subscription_id, p.number
      from subscription_periods p
      left join dunnings d on d.subscription_id = p.subscription_id and d.period_number = p.number
      where p.state = 'failed' and (d.subscription_id is null or d.seen_tries <> p.tries)
      limit ${limit})
    union
    (select subscription_id, period_number from dunnings where next_look_at <= ${now} order by next_look_at limit ${limit})
    union
    (select d.subscription_id, d.period_number
      from dunnings d
      join subscription_periods p on p.subscription_id = d.subscription_id and p.number = d.period_number
      where d.next_look_at is not null and p.state in ('paid', 'forgiven')
      limit ${limit})
  `.execute(db);
  return rows.map((row) => ({ subscriptionId: row.subscription_id, number: row.number }));
}

/** The caller holds the lock of the subscription, which is that of its cases. */
export async function dunningOf(db: Db, { subscriptionId, number }: TermKey): Promise<Dunning | null> {
  const row = await db
    .selectFrom('dunnings')
    .selectAll()
    .where('subscription_id', '=', subscriptionId)
    .where('period_number', '=', number)
    .executeTakeFirst();
  return row ? toDunning(row) : null;
}

/** Opens a case; it has seen no charge fail yet. */
export async function openDunning(trx: Db, term: TermKey, startedOn: LocalDate, now: Date): Promise<Dunning> {
  const row = await trx
    .insertInto('dunnings')
    .values({
      subscription_id: term.subscriptionId,
      period_number: term.number,
      started_on: startedOn,
      seen_tries: -1,
      next_look_at: now,
      created_at: now,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toDunning(row);
}

export async function updateDunning(
  trx: Db,
  { subscriptionId, number }: TermKey,
  change: Updateable<Database['dunnings']>,
): Promise<void> {
  await trx
    .updateTable('dunnings')
    .set(change)
    .where('subscription_id', '=', subscriptionId)
    .where('period_number', '=', number)
    .execute();
}

export async function endDunning(
  trx: Db,
  term: TermKey,
  outcome: 'recovered' | 'canceled' | 'forgiven',
  now: Date,
): Promise<void> {
  await updateDunning(trx, term, { outcome, ended_at: now, next_look_at: null, retry_at: null });
}
