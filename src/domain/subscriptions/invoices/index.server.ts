export * from './index.ts';
export { applyLateFee, lateFeeTermsOf, lateFeeTitles } from './late-invoice.server.ts';
export {
  cancelInvoice,
  cancelInvoicesOf,
  cancelInvoicesOfOrder,
  createInvoice,
  invoiceById,
  openInvoiceOfSession,
  sessionOfIdempotencyKey,
} from './invoice.repository.server.ts';
