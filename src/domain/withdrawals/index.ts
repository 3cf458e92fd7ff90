export { type Payout, readAccount, readPixKey } from './read-payout.ts';
export type { ReturnPart, WithdrawalFailure, WithdrawalStanding, WithdrawalView } from './withdrawal.types.ts';
