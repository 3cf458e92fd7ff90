import { ok } from '#src/kernel/result/result.ts';
import type { BaseContext } from '../../base-context.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { type StaffIdentity, upsertAccount } from '../accounts/index.server.ts';
import type { DirectoryGrant } from './staff-grant.types.ts';
import { syncDirectoryGrants } from './sync-directory-grants.server.ts';

/**
 * Writes accounts of people whom the directory is known to have, with their grants, before they sign in for the first time:
 * so that a request for a second person finds one. Grants that were given in the console stay.
 */
export async function registerDirectoryPeople(
  ctx: Pick<BaseContext, 'db' | 'clock'>,
  people: readonly { readonly identity: StaffIdentity; readonly grants: readonly DirectoryGrant[] }[],
): Promise<void> {
  const now = ctx.clock.now();
  await inTransaction<null, never>(ctx.db, async (trx) => {
    for (const { identity, grants } of people) {
      const account = await upsertAccount(trx, identity, { now, isSignIn: false });
      await syncDirectoryGrants(trx, account.id, grants, now);
    }
    return ok(null);
  });
}
