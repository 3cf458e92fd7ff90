export { value } from '#src/domain/payments/ledger/entry.ts';
