import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../base-context.server.ts';
import { erasureSubject, revokeLinksToSubjects } from '../customers/magic-links/index.server.ts';
import { cancelAccountEmails } from './account-email.repository.server.ts';
import {
  type BuyerAccount,
  eraseAccounts,
  lockOrphanedAccount,
  lockOrphanedAccounts,
} from './buyer-account.repository.server.ts';
import type { PrivacyContext } from './context.server.ts';

/** Erases the addresses of accounts, and ends their links and e-mails. */
export async function closeAccounts(trx: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await revokeLinksToSubjects(trx, [...ids, ...ids.map(erasureSubject)]);
  await cancelAccountEmails(trx, ids);
  await eraseAccounts(trx, ids, now);
}

/** Closes the account of an address that no lead of its brand has any more. */
export async function closeOrphanedAccount(
  trx: Db,
  of: Pick<BuyerAccount, 'brand' | 'email'>,
  now: Date,
): Promise<void> {
  await closeAccounts(trx, await lockOrphanedAccount(trx, of), now);
}

/**
 * Closes all accounts whose address no lead has any more: a visitor who corrects their address leaves the account of the one
 * that they had mistyped. Gives how many.
 */
export async function closeOrphanedAccounts(
  { db, clock }: Pick<PrivacyContext, 'db' | 'clock'>,
  { most = 200 }: { readonly most?: number } = {},
): Promise<number> {
  for (let closed = 0; ;) {
    const ids = await transaction(db, async (trx) => {
      const found = await lockOrphanedAccounts(trx, most);
      await closeAccounts(trx, found, clock.now());
      return found;
    });
    closed += ids.length;
    if (ids.length < most) return closed;
  }
}
