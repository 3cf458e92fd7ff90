/**
 * What is kept about a buyer, shown to them on a page of their own: purchases, export and erasure. Whose it is, is who
 * reads the mail of an address; a link in a letter is the proof, and an erasure wants a fresh one.
 */
export { askForErasure, askForLink } from './ask-link.server.ts';
export { type AffectedBuyer, affectedBuyers } from './affected-buyers.server.ts';
export { addressOf, updateAddress } from './address.server.ts';
export { type BuyerLetter, settleBuyerLetter, waitingBuyerLetter } from './buyer-letter.repository.server.ts';
export { type BuyerPage, buyerPageById, ensureBuyerPage } from './buyer-page.repository.server.ts';
export { endLinks } from './end-links.server.ts';
export { eraseData } from './erase-data.server.ts';
export { forgetUnpaid } from './forget-unpaid.server.ts';
export { eraseEmptyPages } from './pages-of-nobody.server.ts';
export { exportData, type PersonalData } from './export-data.server.ts';
export { erasureSubject, leaveEverywhere } from './person-links.server.ts';
export { spendLinkBudget, sweepLinkBudgets } from './page-budget.repository.server.ts';
export {
  type OwnPurchase,
  ownSubscription,
  type OwnSubscription,
  purchasesOf,
  subscriptionsOf,
} from './purchases.server.ts';
