export * from './index.ts';
export { applyLateFee, lateFeeTermsOf, lateFeeTitles } from './late-invoice.server.ts';
export { cancelInvoicesOf, createInvoice, invoiceById } from './invoice.repository.server.ts';
