import { sql } from 'kysely';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../base-context.server.ts';
import type { PrivacyContext } from './context.server.ts';
import { erasedDomain } from '../checkout/leads/index.ts';
import type { BuyerAccount } from './buyer-account.repository.server.ts';
import { erasureSubject } from './account-links.server.ts';

/** Whether nobody's contact data have the address of the row of `buyer_accounts` at hand: it was corrected, or forgotten. */
const isNobodys = sql<boolean>`not exists (
  select 1 from leads where leads.brand = buyer_accounts.brand and lower(leads.email) = buyer_accounts.email
)`;

/** Takes the address out of pages and ends their links and letters. */
export async function closePages(trx: Db, ids: readonly string[], now: Date): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('magic_links')
    .where('subject_id', 'in', [...ids, ...ids.map(erasureSubject)])
    .execute();
  await trx
    .updateTable('account_emails')
    .set({ state: 'not-needed' })
    .where('account_id', 'in', ids)
    .where('state', '=', 'waiting')
    .execute();
  await trx.updateTable('account_emails').set({ link: '{}' }).where('account_id', 'in', ids).execute();
  await trx
    .updateTable('buyer_accounts')
    .set({ email: sql<string>`lower(id) || ${`@${erasedDomain}`}`, erased_at: now })
    .where('id', 'in', ids)
    .execute();
}

/** Closes the page of an address that nobody at the school has any more. */
export async function closePageOfNobody(
  trx: Db,
  { brand, email }: Pick<BuyerAccount, 'brand' | 'email'>,
  now: Date,
): Promise<void> {
  const rows = await trx
    .selectFrom('buyer_accounts')
    .select('id')
    .where('brand', '=', brand)
    .where('email', '=', email.toLowerCase())
    .where('erased_at', 'is', null)
    .where(isNobodys)
    .forUpdate()
    .execute();
  await closePages(
    trx,
    rows.map(({ id }) => id),
    now,
  );
}

/**
 * Closes all pages whose address nobody has any more: a visitor who corrects their address leaves the page of the one that
 * they had mistyped. Gives how many.
 */
export async function eraseEmptyPages(
  { db, clock }: Pick<PrivacyContext, 'db' | 'clock'>,
  { most = 200 }: { readonly most?: number } = {},
): Promise<number> {
  for (let closed = 0; ;) {
    const ids = await transaction(db, async (trx) => {
      const of = trx.selectFrom('buyer_accounts').select('id').where('erased_at', 'is', null).where(isNobodys);
      const rows = await of.orderBy('id').limit(most).forUpdate().skipLocked().execute();
      const found = rows.map(({ id }) => id);
      await closePages(trx, found, clock.now());
      return found;
    });
    closed += ids.length;
    if (ids.length < most) return closed;
  }
}
