import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../base-context.server.ts';
import type { PrivacyContext } from './context.server.ts';
import { type BuyerAccount, idsOfPerson, type PersonIds } from './buyer-account.repository.server.ts';

/** What the secret of the letter opens that allows an erasure. */
export function erasureSubject(pageId: string): string {
  return `erase-${pageId}`;
}

/**
 * Ends every link that opens what a page's person bought: the page and its erasure, orders with their courses and papers,
 * subscriptions, and bills and recoveries that were paid. One that is still to be paid keeps its link: it is the only way to
 * it, and shows no purchase. The school's own door stays: there a course is entered without a letter. Browsers in which
 * something was bought are strangers to it from then on, and to the cards that they kept. All of it, or nothing: who pressed
 * once has no link to press again.
 */
export async function signOutEverywhere({ db }: Pick<PrivacyContext, 'db'>, page: BuyerAccount): Promise<void> {
  await transaction(db, (trx) => signOutAll(trx, page));
}

async function signOutAll(db: Db, page: BuyerAccount): Promise<void> {
  const { leads, orders } = await idsOfPerson(db, page);
  const paid =
    orders.length > 0
      ? await db
          .selectFrom('orders')
          .select('session_id')
          .where('id', 'in', orders)
          .where('paid_at', 'is not', null)
          .execute()
      : [];
  const sessions = paid.map((row) => row.session_id);
  await revokeLinksOf(db, page.id, { leads, orders, sessions });
  await detachBrowsers(db, { leads, sessions });
}

/** No cookie is the proof of these sessions any more, nor of the means that were kept for these leads. */
async function detachBrowsers(db: Db, { leads, sessions }: Pick<PersonIds, 'leads' | 'sessions'>): Promise<void> {
  if (sessions.length > 0)
    await db
      .updateTable('checkout_sessions')
      .set((eb) => ({ browser_hash: eb.ref('id') }))
      .where('id', 'in', sessions)
      .execute();
  if (leads.length > 0)
    await db
      .updateTable('payment_profiles')
      .set((eb) => ({ browser_hash: eb.ref('id') }))
      .where('lead_id', 'in', leads)
      .execute();
}

/** Ends the links to a page, its erasure, and all orders, subscriptions, bills and recoveries of these ids. */
export async function revokeLinksOf(db: Db, pageId: string, { leads, sessions, orders }: PersonIds): Promise<void> {
  const subjects = [pageId, erasureSubject(pageId), ...orders];
  await db.deleteFrom('magic_links').where('subject_id', 'in', subjects).execute();
  if (orders.length > 0) await revokeCourseLinks(db, orders);
  if (sessions.length > 0) {
    await db
      .deleteFrom('magic_links')
      // One list, not one condition or another: those no index would answer.
      .where('subject_id', 'in', (eb) =>
        eb
          .selectFrom('invoices')
          .select('invoices.id')
          .where('invoices.session_id', 'in', sessions)
          .unionAll(eb.selectFrom('recoveries').select('recoveries.id').where('recoveries.session_id', 'in', sessions)),
      )
      .execute();
  }
  if (leads.length === 0) return;
  await db
    .deleteFrom('magic_links')
    .where('subject_id', 'in', (eb) =>
      eb.selectFrom('subscriptions').select('subscriptions.id').where('subscriptions.lead_id', 'in', leads),
    )
    .execute();
}

/**
 * Ends the letters' ways into the courses of orders, which open their papers too, and doors that were opened and not entered.
 * A course that nobody has entered yet keeps its letter: there is no other way into it.
 */
async function revokeCourseLinks(db: Db, orders: readonly string[]): Promise<void> {
  const grants = await db.selectFrom('access_grants').select('id').where('order_id', 'in', orders).execute();
  const ids = grants.map(({ id }) => id);
  if (ids.length === 0) return;
  const tokens = await db
    .selectFrom('access_tokens')
    .select(['token_hash', 'grant_id', 'purpose', 'used_at'])
    .where('grant_id', 'in', ids)
    .execute();
  const entered = new Set(tokens.flatMap((token) => (token.used_at === null ? [] : token.grant_id)));
  const over = tokens.filter((token) => token.purpose === 'first-access' || entered.has(token.grant_id));
  const hashes = over.flatMap((token) => (token.used_at === null ? token.token_hash : []));
  if (hashes.length > 0) await db.deleteFrom('access_tokens').where('token_hash', 'in', hashes).execute();
}
