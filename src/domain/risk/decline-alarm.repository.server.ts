import { sql } from 'kysely';
import type { Db } from '../base-context.server.ts';

/** Holds the lock of all alarms until the transaction ends: one process at a time raises one. */
export async function lockDeclineAlarms(trx: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('try alarms', 18))`.execute(trx);
}

/** The highest level that an alarm holds now, and since when; null when no alarm does. */
export async function currentDeclineAlarm(
  db: Db,
  now: Date,
): Promise<{ readonly level: number; readonly since: Date } | null> {
  const row = await db
    .selectFrom('decline_alarms')
    .select(['level', 'since'])
    .where('until', '>', now)
    .orderBy('level', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Makes the alarms of a level and above that hold now last until another time. */
export async function extendDeclineAlarms(trx: Db, fromLevel: number, now: Date, until: Date): Promise<void> {
  await trx
    .updateTable('decline_alarms')
    .set({ until })
    .where('until', '>', now)
    .where('level', '>=', fromLevel)
    .execute();
}

/** Writes an alarm that begins now. */
export async function insertDeclineAlarm(trx: Db, level: number, now: Date, until: Date): Promise<void> {
  await trx.insertInto('decline_alarms').values({ level, since: now, until }).execute();
}

/** Deletes alarms that ended before a time. */
export async function deleteEndedAlarms(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('decline_alarms').where('until', '<', before).execute();
}
