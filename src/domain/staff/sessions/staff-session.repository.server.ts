import type { Insertable, Selectable } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';

export type StaffSessionRow = Selectable<Database['staff_sessions']>;

/** Why a session ended; `left`: its person has left the directory or the school. */
export type SessionEnd = 'signed-out' | 'ended-by-owner' | 'left' | 'idle';

export async function insertSession(trx: Db, row: Insertable<Database['staff_sessions']>): Promise<void> {
  await trx.insertInto('staff_sessions').values(row).execute();
}

/** The session of a cookie, ended or not. */
export async function sessionByToken(db: Db, tokenHash: string): Promise<StaffSessionRow | null> {
  const row = await db.selectFrom('staff_sessions').selectAll().where('token_hash', '=', tokenHash).executeTakeFirst();
  return row ?? null;
}

/** A session that has not ended, by its id. */
export async function openSessionById(db: Db, id: string): Promise<StaffSessionRow | null> {
  const row = await db
    .selectFrom('staff_sessions')
    .selectAll()
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** An account's sessions since a time, newest first, 50 at most. */
export async function sessionsOfAccount(db: Db, accountId: string, since: Date): Promise<readonly StaffSessionRow[]> {
  return db
    .selectFrom('staff_sessions')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('created_at', '>', since)
    .orderBy('created_at', 'desc')
    .limit(50)
    .execute();
}

/** Writes when a session was last used. */
export async function touchSession(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('staff_sessions').set({ seen_at: now }).where('id', '=', id).execute();
}

/** Changes what the directory said of a session that has not ended; false when it has. */
export async function updateSession(
  db: Db,
  id: string,
  change: Partial<
    Pick<
      StaffSessionRow,
      'token_hash' | 'authenticated_at' | 'acr' | 'refresh_token' | 'directory_checked_at' | 'seen_at'
    >
  >,
): Promise<boolean> {
  const done = await db
    .updateTable('staff_sessions')
    .set(change)
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Ends a session; false when it had ended. */
export async function markSessionEnded(db: Db, id: string, because: SessionEnd, now: Date): Promise<boolean> {
  const done = await db
    .updateTable('staff_sessions')
    .set({ ended_at: now, ended_because: because, refresh_token: null })
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}

/** Ends sessions that are over by their time, although nobody came back with them. */
export async function markSessionsOver(db: Db, { now, idleSince }: { now: Date; idleSince: Date }): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({ ended_at: now, ended_because: 'idle', refresh_token: null })
    .where('ended_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', '<=', now), eb('seen_at', '<', idleSince)]))
    .execute();
}

/** Deletes sessions that began before a time and have ended. */
export async function deleteSessions(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('staff_sessions').where('created_at', '<', before).where('ended_at', 'is not', null).execute();
}

/** Ends all sessions of an account, and returns how many. */
export async function markSessionsEnded(db: Db, accountId: string, because: SessionEnd, now: Date): Promise<number> {
  const done = await db
    .updateTable('staff_sessions')
    .set({ ended_at: now, ended_because: because, refresh_token: null })
    .where('account_id', '=', accountId)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  return Number(done.numUpdatedRows);
}
