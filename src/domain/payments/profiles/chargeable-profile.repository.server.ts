import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { EncryptionKeys } from '../../long-term-encryption.server.ts';
import { openToken, toCredentials, toProfile } from './payment-profile.repository.server.ts';
import type { PaymentProfile, ProfileCredentials } from './payment-profile.types.ts';

/**
 * Profiles that a session may use, newest first: those that its browser saved (its cookie is the proof) for the e-mail address
 * that its lead has now. An address alone proves nothing, and neither does a shared browser, or a link to the purchase:
 * `browserHash` is the browser that pays, where it may be another (SHA-256 of its cookie's secret). A session that pays an
 * invoice of a subscription may use the profile by which the subscription is charged anyway.
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

/**
 * Deletes a profile that the session may use. Gives its vault and token, which the vault has to delete too; null when the
 * session may not use it.
 */
export async function deleteProfile(
  db: Db,
  encryptionKeys: EncryptionKeys,
  { sessionId, profileId, now }: { readonly sessionId: string; readonly profileId: string; readonly now: Date },
): Promise<{ readonly gateway: string; readonly token: string | null } | null> {
  if (!(await usableProfiles(db, sessionId)).some(({ id }) => id === profileId)) return null;
  const row = await db
    .updateTable('payment_profiles')
    .set({ deleted_at: now })
    .where('id', '=', profileId)
    .where('deleted_at', 'is', null)
    .returning(['gateway', 'token'])
    .executeTakeFirst();
  return row ? { gateway: row.gateway, token: openToken(encryptionKeys, row.token) } : null;
}

/** The credentials of a profile for a charge of an order; null when its session may not use it, or another gateway is its vault. */
export async function profileForCharge(
  db: Db,
  encryptionKeys: EncryptionKeys,
  asked: { readonly orderId: string; readonly profileId: string; readonly gateway: string },
): Promise<ProfileCredentials | null> {
  const order = await db.selectFrom('orders').select('session_id').where('id', '=', asked.orderId).executeTakeFirst();
  if (!order) return null;
  const row = await usable(db, order.session_id)
    .where('payment_profiles.id', '=', asked.profileId)
    .where('payment_profiles.gateway', '=', asked.gateway)
    .executeTakeFirst();
  return row ? toCredentials(encryptionKeys, row) : null;
}

/**
 * The profile by which a subscription is charged without its buyer. No browser has to prove anything: the buyer agreed to it,
 * and the subscription names it. Null when the subscription names none, or it was deleted.
 */
export async function subscriptionProfile(db: Db, subscriptionId: string): Promise<PaymentProfile | null> {
  const row = await profileOfSubscription(db, subscriptionId).executeTakeFirst();
  return row ? toProfile(row) : null;
}

/** The credentials for a charge of a billing period; null when the profile was deleted, or another gateway is its vault. */
export async function subscriptionProfileForCharge(
  db: Db,
  encryptionKeys: EncryptionKeys,
  asked: { readonly subscriptionId: string; readonly profileId: string; readonly gateway: string },
): Promise<ProfileCredentials | null> {
  const row = await profileOfSubscription(db, asked.subscriptionId)
    .where('payment_profiles.id', '=', asked.profileId)
    .where('payment_profiles.gateway', '=', asked.gateway)
    .executeTakeFirst();
  return row ? toCredentials(encryptionKeys, row) : null;
}

function profileOfSubscription(db: Db, subscriptionId: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('payment_profiles', 'payment_profiles.id', 'subscriptions.payment_profile_id')
    .selectAll('payment_profiles')
    .where('subscriptions.id', '=', subscriptionId)
    .where('payment_profiles.deleted_at', 'is', null);
}

/** The profile that the payments of an order brought or used last; null when there is none. */
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
