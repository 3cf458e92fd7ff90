import { sql } from 'kysely';
import { newId } from '#src/kernel/ids/ids.server.ts';
import { normalizeEmail } from '#src/kernel/validation/email.rule.ts';
import type { Db } from '../base-context.server.ts';
import type { PrivacyContext } from './context.server.ts';

/** Whose purchases a link opens: everybody who left this address at this school. Whoever reads its mail is that person. */
export interface BuyerAccount {
  readonly id: string;
  readonly brand: string;
  /** Trimmed, lower case. */
  readonly email: string;
}

/** The page of an address at a school; made when there is none yet. */
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

/** Null when there is no such page, or its data were erased. */
export async function buyerAccountById(db: Db, id: string): Promise<BuyerAccount | null> {
  const row = await db
    .selectFrom('buyer_accounts')
    .select(['id', 'brand', 'email'])
    .where('id', '=', id)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  return row ?? null;
}

/** Ids of everything that a page's person left: contact data, the sessions in which they did, and their orders. */
export interface PersonIds {
  readonly leads: readonly string[];
  readonly sessions: readonly string[];
  readonly orders: readonly string[];
}

export async function idsOfPerson(db: Db, { brand, email }: Pick<BuyerAccount, 'brand' | 'email'>): Promise<PersonIds> {
  const leads = await db
    .selectFrom('leads')
    .select(['id', 'session_id'])
    .where('brand', '=', brand)
    .where(sql<boolean>`lower(email) = ${email}`)
    .execute();
  const leadIds = leads.map(({ id }) => id);
  if (leadIds.length === 0) return { leads: [], sessions: [], orders: [] };
  const more = await db.selectFrom('checkout_sessions').select('id').where('lead_id', 'in', leadIds).execute();
  const sessions = [...new Set([...leads.map((row) => row.session_id), ...more.map(({ id }) => id)])];
  const orders = await db
    .selectFrom('orders')
    .select('id')
    .where((eb) => eb.or([eb('lead_id', 'in', leadIds), eb('session_id', 'in', sessions)]))
    .orderBy('created_at', 'desc')
    .execute();
  return { leads: leadIds, sessions, orders: orders.map(({ id }) => id) };
}
