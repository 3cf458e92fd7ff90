import { type Selectable, sql } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { decryptLongTerm, encryptLongTerm, type EncryptionKeys } from '../../long-term-encryption.server.ts';
import type { PaymentProfile, ProfileCredentials } from './payment-profile.types.ts';

const purpose = 'tokens of payment profiles';

/** The token by which a company knows a kept means; null when no key of ours opens it any more. */
export const openToken = (encryptionKeys: EncryptionKeys, sealed: string): string | null =>
  decryptLongTerm(encryptionKeys, purpose, sealed);

function toProfile(row: Selectable<Database['payment_profiles']>): PaymentProfile {
  const { id, rail, gateway, brand, last4, expiry } = row;
  return { id, rail, gateway, brand, last4, expiry };
}

/**
 * The profiles that a session may use, the newest first: those that this very browser kept (its cookie is the proof) for
 * the address that the session's lead has now. An address alone opens nothing, and neither does a shared computer alone, nor
 * a link to the purchase: `visitor` is the browser that asks, where it may be another (SHA-256 of its cookie's secret).
 * The bill of a subscription, which is reached by a letter's link, may be paid by the means that the subscription is charged
 * by anyway.
 */
export async function usableProfiles(
  db: Db,
  sessionId: string,
  browserHash?: string,
): Promise<readonly PaymentProfile[]> {
  const rows = await usable(db, sessionId, browserHash).execute();
  return rows.map(toProfile);
}

function usable(db: Db, sessionId: string, browserHash?: string) {
  return db
    .selectFrom('payment_profiles')
    .innerJoin('checkout_sessions', (join) => join.on('checkout_sessions.id', '=', sessionId))
    .innerJoin('leads', 'leads.id', 'checkout_sessions.lead_id')
    .selectAll('payment_profiles')
    .where('payment_profiles.id', 'in', (eb) =>
      eb
        .selectFrom('payment_profiles as own')
        .innerJoin('checkout_sessions as browser', 'browser.browser_hash', 'own.browser_hash')
        .where('browser.id', '=', sessionId)
        .$if(browserHash !== undefined, (of) => of.where('browser.browser_hash', '=', browserHash ?? ''))
        .select('own.id')
        .union((of) =>
          of
            .selectFrom('invoices')
            .innerJoin('subscriptions', 'subscriptions.id', 'invoices.subscription_id')
            .where('invoices.session_id', '=', sessionId)
            .where('subscriptions.payment_profile_id', 'is not', null)
            .select((id) => id.ref('subscriptions.payment_profile_id').$notNull().as('id')),
        ),
    )
    .whereRef('payment_profiles.email', '=', 'leads.email')
    .whereRef('payment_profiles.market', '=', 'checkout_sessions.market')
    .where('payment_profiles.deleted_at', 'is', null)
    .orderBy('payment_profiles.created_at', 'desc')
    .limit(20);
}

/** Whether a session may use a profile. */
export async function canUseProfile(db: Db, sessionId: string, profileId: string): Promise<boolean> {
  return (await usableProfiles(db, sessionId)).some(({ id }) => id === profileId);
}

/** What a charge of an order by a profile needs; null when the order's buyer may not use it, or another company keeps it. */
export async function profileForCharge(
  { db, config }: Pick<PaymentsContext, 'db' | 'config'>,
  asked: { readonly orderId: string; readonly profileId: string; readonly gateway: string },
): Promise<ProfileCredentials | null> {
  const order = await db.selectFrom('orders').select('session_id').where('id', '=', asked.orderId).executeTakeFirst();
  if (!order) return null;
  const row = await usable(db, order.session_id)
    .where('payment_profiles.id', '=', asked.profileId)
    .where('payment_profiles.gateway', '=', asked.gateway)
    .executeTakeFirst();
  const token = row && openToken(config, row.token);
  if (!row || !token) return null;
  const { brand, last4, expiry, scheme_transaction_id: schemeTransactionId, instrument_key: instrumentKey } = row;
  return { token, schemeTransactionId, brand, last4, expiry, instrumentKey };
}

/** What is kept of a means once its payment (or check) passed. */
export interface ProfileToSave {
  readonly sessionId: string;
  /** The payment that brought it: it brings one profile. */
  readonly attemptId: string | null;
  readonly rail: string;
  readonly gateway: string;
  readonly token: string;
  readonly brand: string;
  readonly last4: string;
  readonly expiry: string;
  readonly schemeTransactionId: string | null;
  readonly consentId: string | null;
  /** Keyed hash of the gateway's fingerprint of it, where one was taken. */
  readonly instrumentKey?: string;
  /** It was given in another browser than the session's: nobody's cookie is its proof. */
  readonly isOtherDevice?: boolean;
}

/**
 * Keeps a means for its buyer. The same card with a new date takes the place of the old one. Asked again for the same
 * payment it is the same profile. Null when the session has no lead.
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
  // Who agreed to be charged by the old one agreed to the card.
  await trx
    .updateTable('subscriptions')
    .from('payment_profiles')
    .set({ payment_profile_id: row.id })
    .whereRef('payment_profiles.id', '=', 'subscriptions.payment_profile_id')
    .where('payment_profiles.replaced_by', '=', row.id)
    .execute();
  return toProfile(row);
}

/** Forgets a profile of the session: here at once, and its token for the gateway to forget; null when it is not theirs. */
export async function deleteProfile(
  { db, config, clock }: Pick<PaymentsContext, 'db' | 'config' | 'clock'>,
  sessionId: string,
  profileId: string,
): Promise<{ readonly gateway: string; readonly token: string | null } | null> {
  if (!(await canUseProfile(db, sessionId, profileId))) return null;
  const row = await db
    .updateTable('payment_profiles')
    .set({ deleted_at: clock.now() })
    .where('id', '=', profileId)
    .where('deleted_at', 'is', null)
    .returning(['gateway', 'token'])
    .executeTakeFirst();
  return row ? { gateway: row.gateway, token: openToken(config, row.token) } : null;
}

/** The means that the payments of an order brought or used last; null when there is none. */
export async function lastProfileOfOrder(db: Db, orderId: string): Promise<string | null> {
  const row = await db
    .selectFrom('attempts')
    .innerJoin('payment_profiles', (join) =>
      join.on((eb) =>
        eb.or([
          eb('payment_profiles.attempt_id', '=', eb.ref('attempts.id')),
          eb('payment_profiles.id', '=', sql<string>`attempts.kept ->> 'paymentProfileId'`),
        ]),
      ),
    )
    .select('payment_profiles.id')
    .where('attempts.order_id', '=', orderId)
    .where('payment_profiles.deleted_at', 'is', null)
    .orderBy('attempts.number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? null;
}

/** The keyed hash of a kept means' fingerprint, with its date; null where none was taken. */
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

/** The means that a check without money kept for a session, by its keyed hash; null when it is kept no more. */
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

/** Ids of the profiles that a payment brought, whatever became of them since. */
export async function profileIdsOfAttempt(db: Db, attemptId: string): Promise<readonly string[]> {
  const rows = await db.selectFrom('payment_profiles').select('id').where('attempt_id', '=', attemptId).execute();
  return rows.map(({ id }) => id);
}
