export { readAccount, readPayoutKey } from './read-payout.ts';
export type { ReturnPart, WithdrawalView } from './withdrawal.types.ts';
