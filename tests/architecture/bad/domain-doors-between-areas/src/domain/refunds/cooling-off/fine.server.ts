export { value } from '../../payments/ledger/index.ts';
export { value as other } from '../../payments/ledger/index.server.ts';
export type { PaymentsContext } from '../../payments/context.server.ts';
