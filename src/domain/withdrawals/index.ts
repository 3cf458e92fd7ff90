export { readAccount, readPixKey } from './read-payout.ts';
export type { ReturnPart, WithdrawalView } from './withdrawal.types.ts';
