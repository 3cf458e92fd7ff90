export { value } from '#src/domain/ledger/entry.ts';
