import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../base-context.server.ts';
import { detachSessionsFromBrowsers } from '../checkout/sessions/index.server.ts';
import { revokeTokensOfEnteredCourses, revokeUnusedTokens } from '../customers/access/index.server.ts';
import {
  erasureSubject,
  revokeAllMagicLinks,
  revokeLinksOfSessions,
  revokeLinksToSubjects,
  revokeMagicLinksOfEmail,
  revokeSubscriptionLinks,
} from '../customers/magic-links/index.server.ts';
import { detachProfilesFromBrowsers } from '../payments/profiles/index.server.ts';
import type { PrivacyContext } from './context.server.ts';
import type { BuyerAccount } from './buyer-account.repository.server.ts';
import { idsOfPerson, paidSessionIds, type PersonIds } from './person.repository.server.ts';

/**
 * Ends every link that opens what an account's person bought: the account and its erasure, orders with their courses and
 * documents, subscriptions, and invoices and recoveries that were paid. One that is still to be paid keeps its link: it is the
 * only way to it, and shows no purchase. The school's own first access page stays open: it is entered without an e-mail.
 * Browsers in which something was bought are strangers to it from then on, and to the cards that they saved. All of it, or
 * nothing: the person who pressed once has no link to press again.
 */
export async function signOutEverywhere({ db }: Pick<PrivacyContext, 'db'>, account: BuyerAccount): Promise<void> {
  await transaction(db, async (trx) => {
    const { leads, orders } = await idsOfPerson(trx, account);
    const sessions = await paidSessionIds(trx, orders);
    await revokeLinksOf(trx, account.id, { leads, orders, sessions });
    await detachSessionsFromBrowsers(trx, sessions);
    await detachProfilesFromBrowsers(trx, leads);
  });
}

/** Ends the links to an account, its erasure, and all orders, subscriptions, invoices and recoveries of these ids. */
export async function revokeLinksOf(db: Db, accountId: string, { leads, sessions, orders }: PersonIds): Promise<void> {
  await revokeLinksToSubjects(db, [accountId, erasureSubject(accountId), ...orders]);
  await revokeTokensOfEnteredCourses(db, orders);
  await revokeLinksOfSessions(db, sessions);
  await revokeSubscriptionLinks(db, leads);
}

/**
 * Ends links that e-mails and sellers brought, into courses too: all of them, or those to what belongs to one address. A buyer
 * who still needs one asks for it on `/my-purchases`, or their seller for another offer. Staff members keep theirs: no page
 * gives them another (`npm run unit-link` ends it). Gives how many ended. Cookies that came by such a link open nothing from
 * then on.
 */
export async function revokeLinks(db: Db, whose: 'all' | { readonly email: string }): Promise<number> {
  if (whose === 'all') return (await revokeAllMagicLinks(db)) + (await revokeUnusedTokens(db, null));
  const email = whose.email.trim().toLowerCase();
  return (await revokeMagicLinksOfEmail(db, email)) + (await revokeUnusedTokens(db, email));
}
