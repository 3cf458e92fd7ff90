export { value } from '#src/domain/payments/ledger/index.ts';
