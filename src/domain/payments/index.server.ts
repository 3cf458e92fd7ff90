export { type AgreementAhead, aheadOfOrder, aheadOfPlan, nothingAhead } from './agreement-ahead.server.ts';
export { applyGatewayFact } from './apply-gateway-fact.server.ts';
export { type AttemptRow, attemptById, attemptsOfOrder, referenceOf, stateOf } from './attempt.repository.server.ts';
export { callGateway } from './call-gateway.server.ts';
export { closeAbandonedOrders } from './close-abandoned.server.ts';
export { checkAttempt, resolveAttempt, sweepAttempts } from './check-attempt.server.ts';
export * from './index.ts';
export { lookForBuyer } from './look-for-buyer.server.ts';
export { lookBack } from './look-back.server.ts';
export {
  handleNotification,
  type ReceivedNotification,
  type InTurn,
  receiveNotification,
  sweepNotifications,
  sweepRejected,
} from './notification.server.ts';
export { disputeLimitDays, endDispute } from './end-dispute.server.ts';
export { endRescue, sweepRescues } from './end-rescue.server.ts';
export { eraseReasons } from './erase-reasons.repository.server.ts';
export { finishPartByHand, type HandRefundFailure } from './finish-by-hand.server.ts';
export { finishSurplusByHand } from './finish-surplus-by-hand.server.ts';
export { forgetAnswers } from './idempotency.repository.server.ts';
export { giveBackPart } from './give-back-part.server.ts';
export { giveUpOpenAttempts } from './give-up-attempt.server.ts';
export { goOn } from './go-on.server.ts';
export { partsOfOrder, refundableOf, writeRefund } from './refund.repository.server.ts';
export { type RefundAccepted, refundOrder } from './refund-order.server.ts';
export { askStaffRefund, confirmRefund, turnDownRefund } from './staff-refund.server.ts';
export { brandOfWaiting, type WaitingRefund, waitingRefunds } from './waiting-refund.repository.server.ts';
export { clearTheWay, insertTender, openAttempt } from './open-attempt.server.ts';
export { pay } from './pay.server.ts';
export { answeredBefore, isKeyUsed } from './replay.server.ts';
export { presentAttempt } from './present-attempt.server.ts';
export { releaseAttempt } from './release-attempt.server.ts';
export { renewAttempt } from './renew-attempt.server.ts';
export { owedByHand, returnSurplus, surplusById } from './return-surplus.server.ts';
export { settleCredits } from './settle-credits.server.ts';
export { takeUpAgain } from './take-up-again.server.ts';
export { verifyMeans, verifyMeansOnce } from './verify-means.server.ts';
