export * from './index.ts';
export { savePayoutDetails, payoutChangeById } from './payout-details.server.ts';
export { brandOfPart, erasePayoutDetails } from './payout-details.repository.server.ts';
export {
  completeManualRefund,
  type CompleteManualRefundFailure,
  type PendingPayout,
  pendingPayoutById,
  pendingPayouts,
} from './pending-payout.server.ts';
export { coolingOffOf } from './cooling-off-view.server.ts';
export { completeCoolingOffs, requestCoolingOff } from './request-cooling-off.server.ts';
