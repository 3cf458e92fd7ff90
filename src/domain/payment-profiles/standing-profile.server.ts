import type { Db, DomainContext } from '../context.server.ts';
import { openToken } from './profile.repository.server.ts';
import type { PaymentProfile, ProfileSecrets } from './profile.types.ts';

/**
 * The kept means by which a subscription is charged without its buyer: no browser is asked, because its buyer agreed to
 * that when they gave it, and the subscription names it. Null when it is not the subscription's, or was forgotten since.
 */
export async function standingProfile(db: Db, subscriptionId: string): Promise<PaymentProfile | null> {
  const row = await standing(db, subscriptionId).executeTakeFirst();
  if (!row) return null;
  const { id, rail, gateway, brand, last4, expiry } = row;
  return { id, rail, gateway, brand, last4, expiry };
}

/** What a charge of a subscription's term by its kept means needs; null when another company keeps it, or nobody any more. */
export async function standingProfileForCharge(
  { db, config }: Pick<DomainContext, 'db' | 'config'>,
  asked: { readonly subscriptionId: string; readonly profileId: string; readonly gateway: string },
): Promise<ProfileSecrets | null> {
  const row = await standing(db, asked.subscriptionId)
    .where('payment_profiles.id', '=', asked.profileId)
    .where('payment_profiles.gateway', '=', asked.gateway)
    .executeTakeFirst();
  const token = row && openToken(config, row.token);
  if (!row || !token) return null;
  const { brand, last4, expiry, scheme_transaction_id: schemeTransactionId, means_key: meansKey } = row;
  return { token, schemeTransactionId, brand, last4, expiry, meansKey };
}

function standing(db: Db, subscriptionId: string) {
  return db
    .selectFrom('subscriptions')
    .innerJoin('payment_profiles', 'payment_profiles.id', 'subscriptions.payment_profile_id')
    .selectAll('payment_profiles')
    .where('subscriptions.id', '=', subscriptionId)
    .where('payment_profiles.deleted_at', 'is', null);
}
