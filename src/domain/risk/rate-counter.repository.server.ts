import { sql } from 'kysely';
import type { Db } from '../base-context.server.ts';

const hourMs = 3_600_000;

/** A subject that is counted, and how often it may be counted in an hour. */
export type RateBudget = readonly [subject: string, most: number];

/**
 * Counts one more of a subject in this hour (UTC); false when `most` were counted before. The statement does not wait for the
 * disk: a crash loses the counts of its last moments at most.
 */
export async function consumeRate(db: Db, subject: string, most: number, now: Date): Promise<boolean> {
  const hour = Math.floor(now.getTime() / hourMs);
  const { rows } = await sql<{ count: number }>`
    with unhurried as (select set_config('synchronous_commit', 'off', true) as done)
    insert into rate_counters (subject, period, count, ends_at)
    select ${subject}, ${`hour-${hour}`}, 1, ${new Date((hour + 1) * hourMs)}::timestamptz from unhurried where done = 'off'
    on conflict (subject, period) do update set count = rate_counters.count + 1 where rate_counters.count < ${most}
    returning count`.execute(db);
  return rows.length > 0;
}

/** Counts one more of each subject, one after the other; false at the first that has no budget left. */
export async function consumeRates(db: Db, budgets: readonly RateBudget[], now: Date): Promise<boolean> {
  for (const [subject, most] of budgets) if (!(await consumeRate(db, subject, most, now))) return false;
  return true;
}

/** Takes one count of this hour back. */
export async function refundRate(db: Db, subject: string, now: Date): Promise<void> {
  const hour = Math.floor(now.getTime() / hourMs);
  await sql`
    with unhurried as (select set_config('synchronous_commit', 'off', true) as done)
    update rate_counters set count = count - 1 from unhurried
    where done = 'off' and subject = ${subject} and period = ${`hour-${hour}`} and count > 0`.execute(db);
}

/** Whether one of the subjects has no budget left in this hour. Counts nothing. */
export async function isRateExhausted(db: Db, budgets: readonly RateBudget[], now: Date): Promise<boolean> {
  const hour = Math.floor(now.getTime() / hourMs);
  const rows = await db
    .selectFrom('rate_counters')
    .select(['subject', 'count'])
    .where('period', '=', `hour-${hour}`)
    .where(
      'subject',
      'in',
      budgets.map(([subject]) => subject),
    )
    .execute();
  const counts = new Map(rows.map(({ subject, count }) => [subject, count]));
  return budgets.some(([subject, most]) => (counts.get(subject) ?? 0) >= most);
}

/**
 * Counts one more of a subject in a named period and gives the new count; null when `most` were counted before. The row stays
 * locked until the transaction ends.
 */
export async function incrementCounter(
  db: Db,
  counter: { readonly subject: string; readonly period: string; readonly endsAt: Date; readonly most: number },
): Promise<number | null> {
  const { subject, period, endsAt, most } = counter;
  const row = await db
    .insertInto('rate_counters')
    .values({ subject, period, count: 1, ends_at: endsAt })
    .onConflict((conflict) =>
      conflict
        .columns(['subject', 'period'])
        .doUpdateSet({ count: sql<number>`rate_counters.count + 1` })
        .where('rate_counters.count', '<', most),
    )
    .returning('count')
    .executeTakeFirst();
  return row?.count ?? null;
}

/** The one row of a subject that waits. */
const waiting = 'turn';

/** Ends the wait of a subject whose row ends between now and `before`; false when there is none. */
export async function takeFinishedWait(db: Db, subject: string, now: Date, before: Date): Promise<boolean> {
  const { rows } = await sql`
    delete from rate_counters where subject = ${subject} and period = ${waiting}
      and ends_at > ${now} and ends_at <= ${before} returning subject`.execute(db);
  return rows.length > 0;
}

/** Begins a subject's wait, or finds the one that runs; gives the time at which its row ends. */
export async function startWait(db: Db, subject: string, now: Date, endsAt: Date): Promise<Date> {
  const { rows } = await sql<{ ends_at: Date }>`
    insert into rate_counters (subject, period, count, ends_at)
    values (${subject}, ${waiting}, 1, ${endsAt})
    on conflict (subject, period) do update set ends_at =
      case when rate_counters.ends_at > ${now} then rate_counters.ends_at else excluded.ends_at end
    returning ends_at`.execute(db);
  return rows[0]?.ends_at ?? endsAt;
}

/** Deletes counters whose period is over. */
export async function deleteEndedCounters(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('rate_counters').where('ends_at', '<', now).execute();
}
