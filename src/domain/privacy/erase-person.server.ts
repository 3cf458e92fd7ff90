import type { Db } from '../base-context.server.ts';
import { eraseConsents, eraseLeads } from '../checkout/leads/index.server.ts';
import { eraseSessions } from '../checkout/sessions/index.server.ts';
import { eraseSessionLocations } from '../checkout/test-locations/index.server.ts';
import { eraseAccessTokens } from '../customers/access/index.server.ts';
import { eraseAccruals, erasePointsLinks } from '../customers/loyalty/index.server.ts';
import { revokeOfferLinks } from '../customers/magic-links/index.server.ts';
import { erasePhoneCodes } from '../customers/phones/index.server.ts';
import { eraseDisclosedFacts } from '../documents/audit-trail/index.server.ts';
import { eraseContracts } from '../documents/contracts/index.server.ts';
import { eraseBuyerOfNotes } from '../documents/fiscal-notes/index.server.ts';
import { eraseSaleNotes } from '../documents/sale-notes/index.server.ts';
import { eraseProofAccounts } from '../in-person/index.server.ts';
import { cancelEmailsOfOrders } from '../messaging/emails/index.server.ts';
import { recordLeadEvent, redactEvents } from '../messaging/outbox/index.server.ts';
import { hasEndpoint } from '../messaging/webhooks/index.ts';
import { eraseOrders } from '../orders/index.server.ts';
import { eraseAnswers, eraseApprovedInstruments, eraseAttempts, eraseReasons } from '../payments/index.server.ts';
import { eraseProfiles } from '../payments/profiles/index.server.ts';
import { erasePayoutDetails } from '../refunds/cooling-off/index.server.ts';
import { eraseDisputeStatements } from '../refunds/disputes/index.server.ts';
import { eraseTaskReasons } from '../sales/tasks/index.server.ts';
import { eraseAbandonments } from '../sales/reminders/index.server.ts';
import { eraseAuditReasons, eraseErasureRequests } from '../staff/index.server.ts';
import { eraseSearchKeys } from '../sales/search/index.server.ts';
import { eraseNotices } from '../subscriptions/dunning/index.server.ts';
import type { BuyerAccount } from './buyer-account.repository.server.ts';
import { closeAccounts } from './close-accounts.server.ts';
import type { PrivacyContext } from './context.server.ts';
import { identifiersOf, leadsWithVariant, type PersonIds, recordIdsOf } from './person.repository.server.ts';
import { personalStrings, redactStrings } from './personal-strings.ts';
import { revokeLinksOf } from './sign-out.server.ts';

export interface Erased {
  /** Payment profiles that their gateways have to forget. */
  readonly tokens: readonly { readonly gateway: string; readonly token: string }[];
}

/** Erases a person from every table, one call per owner. The caller holds the locks of their sessions and orders. */
export async function erasePerson(
  ctx: PrivacyContext,
  trx: Db,
  account: BuyerAccount,
  ids: PersonIds,
): Promise<Erased> {
  const words = personalStrings([account.email, ...(await identifiersOf(trx, ids))]);
  const { leads, sessions, orders } = ids;
  const tokens = leads.length > 0 ? await eraseProfiles(trx, ctx.config, leads, ctx.clock.now()) : [];
  if (orders.length > 0) {
    await erasePurchases(trx, orders);
    await eraseSearchKeys(trx, orders);
    await eraseDisclosedFacts(trx, orders);
    await eraseBuyerOfNotes(trx, orders);
    await eraseSaleNotes(trx, orders);
    await redactEvents(trx, { orders, leads }, (payload) => redactStrings(payload, words));
  }
  if (sessions.length > 0) {
    // A contract is shown before there is an order, and names its party.
    await eraseContracts(trx, sessions, { personalStrings: words, now: ctx.clock.now() });
    await eraseVisits(trx, sessions);
  }
  if (leads.length > 0) {
    await eraseNotices(trx, leads, ctx.clock.now());
    await erasePhoneCodes(trx, leads);
    await eraseLeads(trx, leads, ctx.clock.now());
    await notifyReceivers(ctx, trx, leads);
  }
  await eraseTaskReasons(trx, { orders, accounts: [account.id] });
  // What the staff wrote when they helped this person may name them.
  const requests = await eraseErasureRequests(trx, [account.id]);
  await eraseAuditReasons(trx, [account.id, ...leads, ...orders, ...(await recordIdsOf(trx, ids)), ...requests]);
  await revokeLinksOf(trx, account.id, ids);
  await revokeOfferLinks(trx, leads);
  await closeAccounts(trx, [account.id], ctx.clock.now());
  return { tokens };
}

/** Orders and ledger stay; the payers, their addresses and what companies answered about them are erased. */
async function erasePurchases(trx: Db, orders: readonly string[]): Promise<void> {
  await eraseOrders(trx, orders);
  await eraseAttempts(trx, orders);
  await eraseApprovedInstruments(trx, orders);
  await eraseAnswers(trx, orders);
  await eraseReasons(trx, orders);
  await eraseDisputeStatements(trx, orders);
  await eraseAccruals(trx, orders);
  await eraseProofAccounts(trx, orders);
  await erasePayoutDetails(trx, orders);
  await eraseAccessTokens(trx, orders);
  await cancelEmailsOfOrders(trx, orders);
}

async function eraseVisits(trx: Db, sessions: readonly string[]): Promise<void> {
  await eraseSessions(trx, sessions);
  await eraseConsents(trx, sessions);
  await erasePointsLinks(trx, sessions);
  await eraseSessionLocations(trx, sessions);
  await eraseAbandonments(trx, sessions);
}

/** Webhook receivers that knew a lead are notified of its erasure (LGPD, art. 18, § 6): once for each lead, by its id. */
async function notifyReceivers(ctx: PrivacyContext, trx: Db, leads: readonly string[]): Promise<void> {
  for (const { id, brand, variant } of await leadsWithVariant(trx, leads))
    if (hasEndpoint(ctx.webhooks, brand, variant, 'person.erased'))
      await recordLeadEvent(trx, id, 'person-erased', '', {}, ctx.clock.now());
}
