import { sql } from 'kysely';
import type { Db } from '../context.server.ts';

/**
 * When a means was tried for the first time for what an attempt is for: its order, or any other that was made for the same
 * term of a subscription. Null while it never was.
 */
export async function firstTriedAt(
  db: Db,
  { attemptId, means }: { readonly attemptId: string; readonly means: string },
): Promise<Date | null> {
  const { rows } = await sql<{ readonly at: Date | null }>`
    select min(tries.tried_at) as at
    from means_tries tries
    join attempts on attempts.id = tries.attempt_id
    join orders on orders.id = attempts.order_id
    join orders mine on mine.id = (select order_id from attempts where id = ${attemptId})
    where tries.means_key = ${means}
      and (orders.id = mine.id
        or (orders.subscription_id = mine.subscription_id and orders.subscription_period = mine.subscription_period))
  `.execute(db);
  return rows[0]?.at ?? null;
}

/** The key under which an attempt's try is counted; null where it is counted no more, or never was. */
export async function countedUnder(db: Db, attemptId: string): Promise<string | null> {
  const row = await db
    .selectFrom('means_tries')
    .select('means_key')
    .where('attempt_id', '=', attemptId)
    .executeTakeFirst();
  return row?.means_key ?? null;
}
