export * from './index.ts';
export { chargeLateness } from './late-bill.server.ts';
export { createInvoice, invoiceById } from './invoice.repository.server.ts';
