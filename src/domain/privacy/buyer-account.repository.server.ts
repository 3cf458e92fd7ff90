import { sql } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import type { Db } from '../base-context.server.ts';
import { erasedDomain } from '../checkout/leads/index.server.ts';
import type { PrivacyContext } from './context.server.ts';

/** The purchases of one e-mail address at one brand, opened by a link that is sent to it. */
export interface BuyerAccount {
  readonly id: string;
  readonly brand: string;
  /** Trimmed, lower case. */
  readonly email: string;
}

/** The account of an address at a brand; made when there is none yet. */
export async function ensureBuyerAccount(
  { clock }: Pick<PrivacyContext, 'clock'>,
  db: Db,
  of: { readonly brand: string; readonly email: string },
): Promise<BuyerAccount> {
  const email = normalizeEmail(of.email);
  const row = await db
    .insertInto('buyer_accounts')
    .values({ id: newId('pag'), brand: of.brand, email, created_at: clock.now(), erased_at: null })
    .onConflict((conflict) =>
      conflict.columns(['brand', 'email']).where('erased_at', 'is', null).doUpdateSet({ email }),
    )
    .returning(['id', 'brand', 'email'])
    .executeTakeFirstOrThrow();
  return row;
}

/** Null when there is no such account, or it was erased. */
export async function buyerAccountById(db: Db, id: string): Promise<BuyerAccount | null> {
  const row = await db
    .selectFrom('buyer_accounts')
    .select(['id', 'brand', 'email'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Locks an account that is about to be erased; false when it is not there or was erased. */
export async function lockBuyerAccount(trx: Db, id: string): Promise<boolean> {
  const row = await trx
    .selectFrom('buyer_accounts')
    .select('id')
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether no lead has the address of the row of `buyer_accounts` at hand: it was corrected, or erased. While its reader still has
 * to be notified of a correction, it stays.
 */
const isOrphaned = sql<boolean>`not exists (
  select 1 from leads where leads.brand = buyer_accounts.brand and lower(leads.email) = buyer_accounts.email
) and not exists (
  select 1 from account_emails m where m.account_id = buyer_accounts.id and m.kind = 'corrected' and m.state = 'waiting'
)`;

/** Locks the account of an address (any case) at a brand that no lead has any more; gives its id, or none. */
export async function lockOrphanedAccount(
  trx: Db,
  { brand, email }: Pick<BuyerAccount, 'brand' | 'email'>,
): Promise<string[]> {
  const rows = await trx
    .selectFrom('buyer_accounts')
    .select('id')
    .where('brand', '=', brand)
    .where('email', '=', email.toLowerCase())
    .where('erased_at', 'is', null)
    .where(isOrphaned)
    .forUpdate()
    .execute();
  return rows.map(({ id }) => id);
}

/** Locks up to `limit` accounts whose address no lead has any more; those that another worker holds are skipped. */
export async function lockOrphanedAccounts(trx: Db, limit: number): Promise<string[]> {
  const rows = await trx
    .selectFrom('buyer_accounts')
    .select('id')
    .where('erased_at', 'is', null)
    .where(isOrphaned)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  return rows.map(({ id }) => id);
}

/** Erases the addresses of accounts; no link opens one of them from then on. */
export async function eraseAccounts(trx: Db, ids: readonly string[], now: Date): Promise<void> {
  await trx
    .updateTable('buyer_accounts')
    .set({ email: sql<string>`lower(id) || ${`@${erasedDomain}`}`, erased_at: now })
    .where('id', 'in', ids)
    .execute();
}

/** Records that the data of an account's person were erased, and how many rows named them; gives the record's id. */
export async function insertErasure(
  trx: Db,
  { id: accountId, brand }: Pick<BuyerAccount, 'id' | 'brand'>,
  erased: Readonly<Record<'leads' | 'visits' | 'orders', number>>,
  at: Date,
): Promise<string> {
  const id = newId('ers');
  await trx
    .insertInto('erasures')
    .values({ id, account_id: accountId, brand, erased: JSON.stringify(erased), at })
    .execute();
  return id;
}
