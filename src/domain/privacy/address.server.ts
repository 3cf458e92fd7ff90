import { sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { PrivacyContext } from './context.server.ts';
import type { BuyerAccount } from './buyer-account.repository.server.ts';

/**
 * Whether the row of `leads` at hand is somebody's who bought: anybody can type an address of mail that is not theirs, and
 * the form that it is typed into shows them what is known of it.
 */
const hasBought = sql<boolean>`(exists (select 1 from orders where orders.lead_id = leads.id and orders.paid_at is not null)
  or exists (select 1 from subscriptions where subscriptions.lead_id = leads.id)
  or exists (select 1 from invoices where invoices.session_id = leads.session_id))`;

/** The address that a page's person gave last for what they bought; null when they gave none. */
export async function addressOf({ db }: PrivacyContext, { brand, email }: BuyerAccount): Promise<JsonObject | null> {
  const row = await db
    .selectFrom('leads')
    .select('address')
    .where('brand', '=', brand)
    .where(sql<boolean>`lower(email) = ${email}`)
    .where(hasBought)
    .where('address', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.address ?? null;
}

/** Corrects the address of everything that was bought; papers that were issued keep the one that they name. */
export async function updateAddress(
  { db, clock }: PrivacyContext,
  { brand, email }: BuyerAccount,
  address: JsonObject,
): Promise<void> {
  await db
    .updateTable('leads')
    .set({ address: JSON.stringify(address), updated_at: clock.now() })
    .where('brand', '=', brand)
    .where(sql<boolean>`lower(email) = ${email}`)
    .where(hasBought)
    .execute();
}
