import type { Db } from '../../base-context.server.ts';
import { grantsOfAccount, insertGrant, markGrantEnded } from './staff-grant.repository.server.ts';
import type { DirectoryGrant } from './staff-grant.types.ts';

/**
 * Makes an account's grants from the directory exactly these: those of groups that it left end, new ones begin. Grants that
 * were given in the console stay. Returns whether anything changed. The caller holds the account's lock.
 */
export async function syncDirectoryGrants(
  trx: Db,
  accountId: string,
  wanted: readonly DirectoryGrant[],
  now: Date,
): Promise<boolean> {
  const present = (await grantsOfAccount(trx, accountId, now)).filter(({ source }) => source === 'directory');
  const same = (one: DirectoryGrant) => (other: DirectoryGrant) => one.role === other.role && one.scope === other.scope;
  const gone = present.filter((one) => !wanted.some(same(one)));
  const added = wanted.filter((one) => !present.some(same(one)));
  for (const { id } of gone) await markGrantEnded(trx, id, null, now);
  for (const { role, scope } of added) {
    const source = 'directory' as const;
    await insertGrant(trx, {
      ...{ accountId, role, scope, until: null, source, grantedBy: null, approvedBy: null, grantedAt: now },
    });
  }
  return gone.length + added.length > 0;
}
