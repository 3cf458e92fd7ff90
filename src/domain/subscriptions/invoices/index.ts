export { invoiceKinds } from './invoice.types.ts';
export type { Invoice } from './invoice.types.ts';
