import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { openToken } from './payment-profile.repository.server.ts';
import type { PaymentProfile, ProfileCredentials } from './payment-profile.types.ts';

/**
 * The kept means by which a subscription is charged without its buyer: no browser is asked, because its buyer agreed to
 * that when they gave it, and the subscription names it. Null when it is not the subscription's, or was forgotten since.
 */
export async function subscriptionProfile(db: Db, subscriptionId: string): Promise<PaymentProfile | null> {
  const row = await profileOfSubscription(db, subscriptionId).executeTakeFirst();
  if (!row) return null;
  const { id, rail, gateway, brand, last4, expiry } = row;
  return { id, rail, gateway, brand, last4, expiry };
}

/** What a charge of a subscription's term by its kept means needs; null when another company keeps it, or nobody any more. */
export async function subscriptionProfileForCharge(
  { db, config }: Pick<PaymentsContext, 'db' | 'config'>,
  asked: { readonly subscriptionId: string; readonly profileId: string; readonly gateway: string },
): Promise<ProfileCredentials | null> {
  const row = await profileOfSubscription(db, asked.subscriptionId)
    .where('payment_profiles.id', '=', asked.profileId)
    .where('payment_profiles.gateway', '=', asked.gateway)
    .executeTakeFirst();
  const token = row && openToken(config, row.token);
  if (!row || !token) return null;
  const { brand, last4, expiry, scheme_transaction_id: schemeTransactionId, instrument_key: instrumentKey } = row;
  return { token, schemeTransactionId, brand, last4, expiry, instrumentKey };
}

function profileOfSubscription(db: Db, subscriptionId: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('payment_profiles', 'payment_profiles.id', 'subscriptions.payment_profile_id')
    .selectAll('payment_profiles')
    .where('subscriptions.id', '=', subscriptionId)
    .where('payment_profiles.deleted_at', 'is', null);
}
