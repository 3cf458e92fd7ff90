import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { DeclinedAttempt } from './pause-after-declines.ts';

/** Declined attempts of a session on some rails since an instant, whatever orders they were for. */
export async function declinedAttemptsOfSession(
  db: Db,
  sessionId: string,
  rails: readonly string[],
  since: Date,
): Promise<readonly DeclinedAttempt[]> {
  return db
    .selectFrom('attempts')
    .innerJoin('orders', 'orders.id', 'attempts.order_id')
    .select(['attempts.rail', 'attempts.state', 'attempts.created_at as createdAt'])
    .where('orders.session_id', '=', sessionId)
    .where('attempts.state', '=', 'declined')
    .where('attempts.rail', 'in', rails)
    .where('attempts.created_at', '>', since)
    .execute();
}

/** Whether a value that may be used once was used by an attempt. `hashes`: of several such values. */
export async function isAnySingleUseHashUsed(db: Db, hashes: readonly string[]): Promise<boolean> {
  if (hashes.length === 0) return false;
  const used = await db.selectFrom('attempts').select('id').where('single_use_hash', 'in', hashes).executeTakeFirst();
  return used !== undefined;
}

/** Ids of attempts whose void was requested before an instant and is not done. */
export async function attemptsToVoid(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('id')
    .where('void_state', '=', 'requested')
    .where('updated_at', '<', before)
    .execute();
  return rows.map((row) => row.id);
}

/** Ids of orders with a part that was written before an instant and has not started. */
export async function ordersWithUnstartedParts(db: Db, before: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('attempts')
    .select('order_id')
    .distinct()
    .where('sealed_request', 'is not', null)
    .where('created_at', '<', before)
    .execute();
  return rows.map((row) => row.order_id);
}

/**
 * The attempt that waits for a phone to confirm it, for whatever order; null when there is none. Holds the lock of the phone
 * until the transaction ends, so that two prompts for one phone see each other.
 */
export async function lockOpenPrompt(
  trx: Db,
  rail: string,
  phone: string,
  now: Date,
): Promise<{
  readonly id: string;
  readonly orderId: string;
  readonly superseded: boolean;
  readonly expiresAt: Date;
} | null> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`prompt ${phone}`}, 45))`.execute(trx);
  const open = await trx
    .selectFrom('attempts')
    .select(['id', 'order_id as orderId', 'superseded', 'expires_at as expiresAt'])
    .where(sql<string>`payer ->> 'phone'`, '=', phone)
    // The words of the index.
    .where(sql<boolean>`state in ('created', 'awaiting-buyer', 'processing', 'unknown')`)
    .where('rail', '=', rail)
    .where('sealed_request', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('expires_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return open ?? null;
}
