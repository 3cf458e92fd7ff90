export { followWithdrawals } from './follow-withdrawal.server.ts';
export * from './index.ts';
export { givePayoutDetails, payOut, waitingPayouts } from './payout-details.server.ts';
export { withdrawalOf } from './read-withdrawal.server.ts';
export { withdraw } from './withdraw.server.ts';
