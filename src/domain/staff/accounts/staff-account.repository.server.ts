import type { Selectable } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { StaffAccount, StaffIdentity } from './staff-account.types.ts';

function toAccount(row: Selectable<Database['staff_accounts']>): StaffAccount {
  const { id, issuer, subject, email, name, locale } = row;
  const { token_name: tokenName, access_requested_at: accessRequestedAt } = row;
  const { created_at: createdAt, signed_in_at: signedInAt, left_at: leftAt } = row;
  return { id, issuer, subject, email, name, locale, tokenName, accessRequestedAt, createdAt, signedInAt, leftAt };
}

/**
 * Writes a person of the directory: a new account, or what changed of one. The row is locked. An account that has left stays
 * so. `isSignIn`: they have signed in now.
 */
export async function upsertAccount(
  trx: Db,
  identity: StaffIdentity,
  { now, isSignIn }: { readonly now: Date; readonly isSignIn: boolean },
): Promise<StaffAccount> {
  const { email, name, locale } = identity;
  const signIn = isSignIn ? { signed_in_at: now } : {};
  const row = await trx
    .insertInto('staff_accounts')
    .values({ id: newId('stf'), ...identity, created_at: now, ...signIn })
    .onConflict((conflict) => conflict.columns(['issuer', 'subject']).doUpdateSet({ email, name, locale, ...signIn }))
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAccount(row);
}

/** An account, whether or not its person has left. */
export async function accountById(db: Db, id: string): Promise<StaffAccount | null> {
  const row = await db.selectFrom('staff_accounts').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toAccount(row) : null;
}

/**
 * Locks accounts against changes of them and their grants until the transaction ends, in the order of their ids, and returns
 * them. Ending a grant takes the same lock, so that what a decision was based on stays true until it is written.
 */
export async function lockAccounts(trx: Db, ids: readonly string[]): Promise<readonly StaffAccount[]> {
  const rows = await trx
    .selectFrom('staff_accounts')
    .selectAll()
    .where('id', 'in', [...new Set(ids)])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return rows.map(toAccount);
}

/** The account of a directory's person. */
export async function accountBySubject(db: Db, issuer: string, subject: string): Promise<StaffAccount | null> {
  const row = await db
    .selectFrom('staff_accounts')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** The account that holds a token of `OPERATOR_TOKENS`; null for a token of nobody. */
export async function accountOfToken(db: Db, tokenName: string): Promise<StaffAccount | null> {
  const row = await db.selectFrom('staff_accounts').selectAll().where('token_name', '=', tokenName).executeTakeFirst();
  return row ? toAccount(row) : null;
}

/** The longest list of accounts: a school has some 60. */
const most = 1_000;

/** All accounts by name; those who left at the end. */
export async function allAccounts(db: Db): Promise<readonly StaffAccount[]> {
  const rows = await db
    .selectFrom('staff_accounts')
    .selectAll()
    .orderBy((eb) => eb('left_at', 'is not', null))
    .orderBy('name')
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(toAccount);
}

/** Names by account id. */
export async function namesOfAccounts(db: Db, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db.selectFrom('staff_accounts').select(['id', 'name']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Writes that a person without grants asks for some. */
export async function markAccessRequested(db: Db, id: string, now: Date): Promise<void> {
  await db.updateTable('staff_accounts').set({ access_requested_at: now }).where('id', '=', id).execute();
}

/** Ties a token's name to an account, or takes it off. The caller holds the account's lock. */
export async function updateTokenName(trx: Db, id: string, tokenName: string | null): Promise<void> {
  await trx.updateTable('staff_accounts').set({ token_name: tokenName }).where('id', '=', id).execute();
}

/** Writes when a person left; null: they are back. The caller holds the account's lock. */
export async function updateLeftAt(trx: Db, id: string, leftAt: Date | null): Promise<void> {
  await trx.updateTable('staff_accounts').set({ left_at: leftAt }).where('id', '=', id).execute();
}
