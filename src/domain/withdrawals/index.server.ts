export { followWithdrawals } from './follow-withdrawal.server.ts';
export * from './index.ts';
export { givePayoutDetails, payoutChangeById } from './payout-details.server.ts';
export { brandOfPart, payOut, type PayoutFailure, waitingPayouts } from './waiting-payout.server.ts';
export { withdrawalOf } from './read-withdrawal.server.ts';
export { withdraw } from './withdraw.server.ts';
