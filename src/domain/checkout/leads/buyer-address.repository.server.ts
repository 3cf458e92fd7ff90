import { sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Db } from '../../base-context.server.ts';

/** The leads of one brand with one e-mail address (lower case). */
interface Buyer {
  readonly brand: string;
  readonly email: string;
}

/**
 * Whether the row of `leads` at hand belongs to a purchase: anybody can type an e-mail address that is not theirs, and the
 * form that it is typed into shows them what is known of it.
 */
const hasBought = sql<boolean>`(exists (select 1 from orders where orders.lead_id = leads.id and orders.paid_at is not null)
  or exists (select 1 from subscriptions where subscriptions.lead_id = leads.id)
  or exists (select 1 from invoices where invoices.session_id = leads.session_id))`;

/** The postal address that a buyer gave last for a purchase; null when they gave none. */
export async function addressOfBuyer(db: Db, { brand, email }: Buyer): Promise<JsonObject | null> {
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

/** Corrects the postal address of a buyer's purchases; documents that were issued keep the one that they name. */
export async function updateAddressOfBuyer(
  db: Db,
  { brand, email }: Buyer,
  address: JsonObject,
  now: Date,
): Promise<void> {
  await db
    .updateTable('leads')
    .set({ address: JSON.stringify(address), updated_at: now })
    .where('brand', '=', brand)
    .where(sql<boolean>`lower(email) = ${email}`)
    .where(hasBought)
    .execute();
}
