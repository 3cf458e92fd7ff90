import type { Insertable, RawBuilder } from 'kysely';
import type { Db } from '../base-context.server.ts';
import type { Database } from '../database/index.server.ts';

/** Stores a solved challenge by its nonce; false when it was stored before. */
export async function insertSolvedChallenge(
  db: Db,
  solved: Insertable<Database['solved_challenges']>,
): Promise<boolean> {
  const row = await db
    .insertInto('solved_challenges')
    .values(solved)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes one use of the challenge of a browser that ends first; false when none has a use left. `browserHash` may be the
 * subquery that finds it.
 */
export async function useSolvedChallenge(
  db: Db,
  {
    action,
    browserHash,
    now,
  }: { readonly action: string; readonly browserHash: string | RawBuilder<string | null>; readonly now: Date },
): Promise<boolean> {
  const used = await db
    .updateTable('solved_challenges')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1) }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('solved_challenges')
        .select('id')
        .where('browser_hash', '=', typeof browserHash === 'string' ? eb.val(browserHash) : browserHash)
        .where('action', '=', action)
        .where('uses_left', '>', 0)
        .where('ends_at', '>', now)
        .orderBy('ends_at')
        .limit(1)
        .forUpdate(),
    )
    .where('uses_left', '>', 0)
    .returning('id')
    .executeTakeFirst();
  return used !== undefined;
}

/** Deletes solved challenges that are over. */
export async function deleteEndedChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('solved_challenges').where('ends_at', '<', now).execute();
}
