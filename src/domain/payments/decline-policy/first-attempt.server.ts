import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';

/**
 * When a means was tried for the first time for what an attempt is for: its order, or any other that was made for the same
 * term of a subscription. Null while it never was.
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

/** The key under which an attempt's try is counted; null where it is counted no more, or never was. */
export async function instrumentKeyOfAttempt(db: Db, attemptId: string): Promise<string | null> {
  const row = await db
    .selectFrom('card_attempts')
    .select('instrument_key')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  return row?.instrument_key ?? null;
}
