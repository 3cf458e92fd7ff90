import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';

/** How the link of a purchase is sent to its buyer. */
export type ResumeChannel = 'email' | 'sms';

/** Locks a session and reads how its lead is reached; null when it has no lead. */
export async function lockContactOfSession(
  trx: Db,
  sessionId: string,
): Promise<{ readonly email: string; readonly phone: string } | null> {
  const row = await trx
    .selectFrom('checkout_sessions')
    .innerJoin('leads', 'leads.id', 'checkout_sessions.lead_id')
    .select(['leads.email', 'leads.phone'])
    .where('checkout_sessions.id', '=', sessionId)
    .forNoKeyUpdate('checkout_sessions')
    .executeTakeFirst();
  return row ?? null;
}

/** The requests of a session since an instant. */
export async function resumeRequestsSince(
  db: Db,
  sessionId: string,
  since: Date,
): Promise<readonly { readonly channel: ResumeChannel; readonly requestedAt: Date }[]> {
  return db
    .selectFrom('resume_requests')
    .select(['channel', 'requested_at as requestedAt'])
    .where('session_id', '=', sessionId)
    .where('requested_at', '>', since)
    .execute();
}

/** Writes a request that waits to be sent. Returns its id. */
export async function insertResumeRequest(
  trx: Db,
  { sessionId, channel }: { readonly sessionId: string; readonly channel: ResumeChannel },
  now: Date,
): Promise<string> {
  const id = newId('rsm');
  await trx
    .insertInto('resume_requests')
    .values({ id, session_id: sessionId, channel, state: 'waiting', requested_at: now, completed_at: null })
    .execute();
  return id;
}

/**
 * Acquires a request to send its link; null when it was acquired before. It is never acquired twice: two links to one buyer
 * are worse than none, which can be requested again.
 */
export async function acquireResumeRequest(
  db: Db,
  id: string,
): Promise<{ readonly sessionId: string; readonly channel: ResumeChannel } | null> {
  const row = await db
    .updateTable('resume_requests')
    .set({ state: 'sending' })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .returning(['session_id as sessionId', 'channel'])
    .executeTakeFirst();
  return row ?? null;
}

/** Records the outcome of an acquired request. `not-sent`: it certainly was not sent, and may be acquired again. */
export async function completeResumeRequest(
  db: Db,
  id: string,
  outcome: 'sent' | 'not-sent' | 'not-needed',
  now: Date,
): Promise<void> {
  await db
    .updateTable('resume_requests')
    .set(outcome === 'not-sent' ? { state: 'waiting' } : { state: outcome, completed_at: now })
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .execute();
}
