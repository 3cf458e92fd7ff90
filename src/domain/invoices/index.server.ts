export * from './index.ts';
export { createInvoice, invoiceById } from './invoice.repository.server.ts';
