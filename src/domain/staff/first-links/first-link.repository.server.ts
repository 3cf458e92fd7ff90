import type { Db } from '../../base-context.server.ts';

/** Adds a printed link. */
export async function insertFirstLink(
  db: Db,
  link: { readonly tokenHash: string; readonly email: string; readonly now: Date; readonly expiresAt: Date },
): Promise<void> {
  const { tokenHash, email, now, expiresAt } = link;
  await db
    .insertInto('staff_first_links')
    .values({ token_hash: tokenHash, email, created_at: now, expires_at: expiresAt })
    .execute();
}

/** Uses a link, once, for an account with its address; false when it was used, has expired, or is of another address. */
export async function useFirstLink(
  trx: Db,
  tokenHash: string,
  account: { readonly id: string; readonly email: string },
  now: Date,
): Promise<boolean> {
  const done = await trx
    .updateTable('staff_first_links')
    .set({ used_at: now, used_by: account.id })
    .where('token_hash', '=', tokenHash)
    .where('email', '=', account.email.toLowerCase())
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
  return done.numUpdatedRows > 0n;
}
