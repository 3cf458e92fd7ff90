export { value } from '#src/domain/ledger/index.ts';
