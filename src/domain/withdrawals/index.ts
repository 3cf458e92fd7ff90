export { readAccount, readPayoutKey, readTransferNumber, transferDigits } from './read-payout.ts';
export type { ReturnPart, WithdrawalView } from './withdrawal.types.ts';
