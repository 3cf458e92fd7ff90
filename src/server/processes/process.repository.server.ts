import { sql } from 'kysely';
import type { Db } from '#src/domain/context.server.ts';

/** What a process says of itself. */
export interface ProcessRow {
  readonly id: string;
  readonly host: string;
  readonly role: string;
  readonly version: string;
  readonly build: string;
  readonly startedAt: Date;
}

/** A process that was seen within the last day. */
export interface SeenProcess extends ProcessRow {
  /** Since it was seen last, by the database's clock. */
  readonly silentSeconds: number;
}

/** Writes that a process runs now, by the database's clock. */
export async function markSeen(db: Db, { id, host, role, version, build, startedAt }: ProcessRow): Promise<void> {
  const seenAt = sql<Date>`clock_timestamp()`;
  await db
    .insertInto('processes')
    .values({ id, host, role, version, build, started_at: startedAt, seen_at: seenAt })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ seen_at: seenAt }))
    .execute();
}

/** Deletes a process that stops. */
export async function deleteProcess(db: Db, id: string): Promise<void> {
  await db.deleteFrom('processes').where('id', '=', id).execute();
}

/** Deletes processes that were killed more than a day ago. */
export async function deleteLostProcesses(db: Db): Promise<void> {
  await db
    .deleteFrom('processes')
    .where('seen_at', '<', sql<Date>`clock_timestamp() - interval '1 day'`)
    .execute();
}

/** The processes that run, and those that were killed within the last day; the newest first. */
export async function seenProcesses(db: Db): Promise<readonly SeenProcess[]> {
  return db
    .selectFrom('processes')
    .select(['id', 'host', 'role', 'version', 'build', 'started_at as startedAt'])
    .select(sql<number>`extract(epoch from clock_timestamp() - seen_at)::integer`.as('silentSeconds'))
    .where('seen_at', '>', sql<Date>`clock_timestamp() - interval '1 day'`)
    .orderBy('started_at', 'desc')
    .limit(100)
    .execute();
}
