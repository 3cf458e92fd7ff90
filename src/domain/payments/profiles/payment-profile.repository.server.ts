import type { Selectable } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { decryptLongTerm, encryptLongTerm, type EncryptionKeys } from '../../long-term-encryption.server.ts';
import type { PaymentProfile, ProfileCredentials, ProfileToSave } from './payment-profile.types.ts';

type ProfileRow = Selectable<Database['payment_profiles']>;

const purpose = 'tokens of payment profiles';

/** The token by which the vault knows a profile; null when no encryption key of ours opens it any more. */
export function openToken(encryptionKeys: EncryptionKeys, sealed: string): string | null {
  return decryptLongTerm(encryptionKeys, purpose, sealed);
}

/** A profile as pages and calls may know it. */
export function toProfile({ id, rail, gateway, brand, last4, expiry }: ProfileRow): PaymentProfile {
  return { id, rail, gateway, brand, last4, expiry };
}

/** What a charge needs of a profile; null where its token cannot be opened any more. */
export function toCredentials(encryptionKeys: EncryptionKeys, row: ProfileRow): ProfileCredentials | null {
  const token = openToken(encryptionKeys, row.token);
  if (!token) return null;
  const { brand, last4, expiry, scheme_transaction_id: schemeTransactionId, instrument_key: instrumentKey } = row;
  return { token, schemeTransactionId, brand, last4, expiry, instrumentKey };
}

/**
 * Saves a profile of the session's buyer. The same card with a new expiry replaces the older profile. An attempt brings one
 * profile only: null where it brought one before, and where the session has no lead.
 */
export async function saveProfile(
  trx: Db,
  config: EncryptionKeys,
  kept: ProfileToSave,
  now: Date,
): Promise<PaymentProfile | null> {
  const owner = await trx
    .selectFrom('checkout_sessions')
    .innerJoin('leads', 'leads.id', 'checkout_sessions.lead_id')
    .select([
      'checkout_sessions.browser_hash',
      'checkout_sessions.business',
      'checkout_sessions.market',
      'leads.id as lead_id',
      'leads.email',
    ])
    .where('checkout_sessions.id', '=', kept.sessionId)
    .executeTakeFirst();
  if (!owner) return null;
  const { sessionId, attemptId, token, schemeTransactionId, consentId, instrumentKey, isOtherDevice, ...shown } = kept;
  const id = newId('pmp');
  const row = await trx
    .insertInto('payment_profiles')
    .values({
      ...shown,
      ...owner,
      ...(isOtherDevice ? { browser_hash: id } : {}),
      id,
      session_id: sessionId,
      token: encryptLongTerm(config, purpose, token),
      instrument_key: instrumentKey ?? null,
      scheme_transaction_id: schemeTransactionId,
      consent_id: consentId,
      attempt_id: attemptId,
      created_at: now,
      deleted_at: null,
      replaced_by: null,
    })
    .onConflict((conflict) => conflict.column('attempt_id').doNothing())
    .returningAll()
    .executeTakeFirst();
  if (!row) return null;
  await trx
    .updateTable('payment_profiles')
    .set({ deleted_at: now, replaced_by: row.id })
    .where('browser_hash', '=', row.browser_hash)
    .where('email', '=', owner.email)
    .where('gateway', '=', kept.gateway)
    .where('brand', '=', kept.brand)
    .where('last4', '=', kept.last4)
    .where('id', '<>', row.id)
    .where('deleted_at', 'is', null)
    .execute();
  return toProfile(row);
}

/**
 * Erases the profiles of these leads: nothing of whose they were is left. Gives the tokens that their vaults have to delete. The
 * rows stay, because subscriptions that were charged by one refer to it.
 */
export async function eraseProfiles(
  trx: Db,
  encryptionKeys: EncryptionKeys,
  leadIds: readonly string[],
  now: Date,
): Promise<readonly { readonly gateway: string; readonly token: string }[]> {
  const rows = await trx
    .selectFrom('payment_profiles')
    .select(['gateway', 'token'])
    .where('lead_id', 'in', leadIds)
    .execute();
  await trx
    .updateTable('payment_profiles')
    .set((eb) => ({
      browser_hash: eb.ref('id'),
      ...{ email: '', token: '', instrument_key: null, last4: '0000', expiry: '', scheme_transaction_id: null },
      deleted_at: eb.fn.coalesce('deleted_at', eb.val(now)),
    }))
    .where('lead_id', 'in', leadIds)
    .execute();
  return rows.flatMap(({ gateway, token: sealed }) => {
    const token = openToken(encryptionKeys, sealed);
    return token === null ? [] : [{ gateway, token }];
  });
}

/** The instrument key of a profile, with its expiry; null where it has none. */
export async function instrumentKeyOfProfile(
  db: Db,
  profileId: string,
): Promise<{ readonly key: string; readonly expiry: string } | null> {
  const row = await db
    .selectFrom('payment_profiles')
    .select(['instrument_key', 'expiry'])
    .where('id', '=', profileId)
    .executeTakeFirst();
  return row?.instrument_key ? { key: row.instrument_key, expiry: row.expiry } : null;
}

/** The profile that a verification saved for a session, by its instrument key; null when it was deleted. */
export async function profileOfVerification(db: Db, sessionId: string, instrumentKey: string): Promise<string | null> {
  const row = await db
    .selectFrom('payment_profiles')
    .select('id')
    .where('session_id', '=', sessionId)
    .where('instrument_key', '=', instrumentKey)
    .where('attempt_id', 'is', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Ids of the profiles that an attempt brought, deleted or not. */
export async function profileIdsOfAttempt(db: Db, attemptId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('payment_profiles').select('id').where('attempt_id', '=', attemptId).execute();
  return rows.map(({ id }) => id);
}

/** Makes the browsers that saved the profiles of these leads strangers to them: none of them sees or uses one any more. */
export async function detachProfilesFromBrowsers(db: Db, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  await db
    .updateTable('payment_profiles')
    .set((eb) => ({ browser_hash: eb.ref('id') }))
    .where('lead_id', 'in', leadIds)
    .execute();
}
