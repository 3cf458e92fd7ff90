export * from './index.ts';
export { chargeLateness, lateTermsOf, lateTitles } from './late-bill.server.ts';
export { cancelInvoicesOf, createInvoice, invoiceById } from './invoice.repository.server.ts';
export { billOfSession, isBilled, paysForSubscription, sessionBehindTerm } from './subscription-bill.server.ts';
