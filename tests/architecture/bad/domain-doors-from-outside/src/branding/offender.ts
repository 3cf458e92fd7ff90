export { value } from '../domain/payments/ledger/entry.ts';
