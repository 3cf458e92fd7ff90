import { sql } from 'kysely';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { DomainContext } from '../context.server.ts';
import type { BuyerPage } from './buyer-page.repository.server.ts';

/** The address that a page's person gave last; null when they gave none. */
export async function addressOf({ db }: DomainContext, { brand, email }: BuyerPage): Promise<JsonObject | null> {
  const row = await db
    .selectFrom('leads')
    .select('address')
    .where('brand', '=', brand)
    .where(sql<boolean>`lower(email) = ${email}`)
    .where('address', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.address ?? null;
}

/** Corrects the address of everything that goes on; papers that were issued keep the one that they name. */
export async function updateAddress(
  { db, clock }: DomainContext,
  { brand, email }: BuyerPage,
  address: JsonObject,
): Promise<void> {
  await db
    .updateTable('leads')
    .set({ address: JSON.stringify(address), updated_at: clock.now() })
    .where('brand', '=', brand)
    .where(sql<boolean>`lower(email) = ${email}`)
    .execute();
}
