/**
 * What is kept about a buyer, shown to them on a page of their own: purchases, export and erasure. Whose it is, is who
 * reads the mail of an address; a link in a letter is the proof, and an erasure wants a fresh one.
 */
export { requestErasure, requestLink } from './request-link.server.ts';
export { type AffectedBuyer, affectedBuyers } from './affected-buyers.server.ts';
export { addressOf, updateAddress } from './address.server.ts';
export { type AccountEmail, completeAccountEmail, pendingAccountEmail } from './account-email.repository.server.ts';
export { type BuyerAccount, buyerAccountById, ensureBuyerAccount } from './buyer-account.repository.server.ts';
export { revokeLinks } from './revoke-links.server.ts';
export { eraseData } from './erase-data.server.ts';
export { eraseUnpaidLeads } from './erase-unpaid-leads.server.ts';
export { eraseEmptyPages } from './pages-of-nobody.server.ts';
export { exportData, type PersonalData } from './export-data.server.ts';
export { erasureSubject, signOutEverywhere } from './account-links.server.ts';
export {
  type AccountPurchase,
  accountSubscription,
  type AccountSubscription,
  purchasesOf,
  subscriptionsOf,
} from './purchases.server.ts';
