/**
 * The personal data of buyers, shown to them in an account of their own: purchases, export and erasure. An account belongs to
 * the reader of its address's mail: a link in an e-mail is the proof, and an erasure needs a fresh one.
 */
export { erasureSubject } from '../customers/magic-links/index.server.ts';
export { type AccountEmail, completeAccountEmail, pendingAccountEmail } from './account-email.repository.server.ts';
export {
  type AccountPurchase,
  accountSubscription,
  type AccountSubscription,
  purchasesOf,
  subscriptionsOf,
} from './account-purchases.server.ts';
export { type AffectedBuyer, affectedBuyers } from './affected-buyers.repository.server.ts';
export { type BuyerAccount, buyerAccountById, ensureBuyerAccount } from './buyer-account.repository.server.ts';
export { closeOrphanedAccounts } from './close-accounts.server.ts';
export { eraseData } from './erase-data.server.ts';
export { eraseUnpaidLeads } from './erase-unpaid-leads.server.ts';
export { exportData, type PersonalData } from './export-data.server.ts';
export { requestErasure, requestLink } from './request-link.server.ts';
export { revokeLinks, signOutEverywhere } from './sign-out.server.ts';
