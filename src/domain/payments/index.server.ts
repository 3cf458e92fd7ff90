export {
  type UpcomingCharges,
  upcomingChargesOfOrder,
  upcomingChargesOfPlan,
  noUpcomingCharges,
} from './instruments/upcoming-charges.server.ts';
export { applyGatewayFact } from './facts/apply-gateway-fact.server.ts';
export {
  type AttemptRow,
  attemptById,
  orderOfAttempt,
  attemptsOfOrder,
  lastAttemptOfOrder,
  eraseAttempts,
  referenceOf,
} from './attempts/attempt.repository.server.ts';
export { gatewayActivity } from './attempts/gateway-activity.repository.server.ts';
export { callGateway } from './facts/call-gateway.server.ts';
export { closeAbandonedOrders } from './commands/close-abandoned-orders.server.ts';
export { pollAttempt, resolveAttempt, sweepAttempts } from './commands/poll-attempt.server.ts';
export * from './index.ts';
export { beginTrialAfterPayment } from './instruments/accept-trial.server.ts';
export { refreshOnView } from './commands/refresh-on-view.server.ts';
export { recheckCaptured } from './commands/recheck-captured.server.ts';
export {
  handleWebhook,
  type ReceivedWebhook,
  type InTurn,
  receiveWebhook,
  sweepWebhooks,
  sweepRejectedWebhooks,
} from './commands/incoming-webhook.server.ts';
export { disputeLimitDays, closeDispute } from './refunds/close-dispute.server.ts';
export { expireHold, sweepExpiredHolds } from './split/expire-hold.server.ts';
export { eraseReasons } from './refunds/erase-reasons.server.ts';
export { disputesOfOrder, refundsOfOrder } from './booking/refund-dispute.repository.server.ts';
export { manualGateway, recordManualRefund, type ManualRefundFailure } from './refunds/record-manual-refund.server.ts';
export { recordManualSurplusRefund } from './refunds/record-manual-surplus-refund.server.ts';
export { deleteAppliedWebhooks } from './commands/incoming-webhook.repository.server.ts';
export { deleteOldKeys, eraseAnswers } from './commands/idempotency.repository.server.ts';
export { refundPart } from './refunds/refund-part.server.ts';
export { cancelOpenAttempts } from './attempts/cancel-attempt.server.ts';
export { advanceSplitOrder } from './split/advance-split-order.server.ts';
export {
  assignException,
  isException,
  manualSurplusesOfOrder,
  resolveException,
} from './booking/exception-task.repository.server.ts';
export { assignRefundPart } from './booking/refund-part.repository.server.ts';
export { refundPartsOfOrder } from './booking/refund.repository.server.ts';
export { refundableByAttempt, writeRefund } from './booking/write-refund.server.ts';
export { type AcceptedRefund, refundOrder } from './refunds/refund-order.server.ts';
export { previewRefund, type RefundPreview, type RefundPreviewFailure } from './refunds/preview-refund.server.ts';
export { requestStaffRefund, confirmRefund, rejectRefund } from './refunds/staff-refund.server.ts';
export {
  brandOfPendingRefund,
  pendingRefundById,
  type PendingRefund,
  pendingRefunds,
} from './refunds/pending-refund.repository.server.ts';
export { supersedeOpenAttempts, openAttempt } from './commands/open-attempt.server.ts';
export { insertTender } from './attempts/tender.repository.server.ts';
export { pay } from './commands/pay.server.ts';
export { storedAnswerOf, isIdempotencyKeyUsed } from './commands/replay.server.ts';
export { presentInstructions } from './attempts/present-attempt.server.ts';
export { voidAttempt } from './facts/void-attempt.server.ts';
export { renewAttempt } from './commands/renew-attempt.server.ts';
export { manualRefundAmount, refundSurplus, surplusById } from './refunds/refund-surplus.server.ts';
export { reconcileCredits } from './commands/reconcile-credits.server.ts';
export { requeueStuckWork } from './commands/requeue-stuck-work.server.ts';
export { verifyInstrument, verifyInstrumentOnce } from './instruments/verify-instrument.server.ts';
export { eraseApprovedInstruments, sweepAttemptOrigins } from './decline-policy/index.server.ts';
export { mandateById } from './instruments/mandate.repository.server.ts';
export {
  acquireMandatesToCheck,
  mandatesReadyToCharge,
  type OpenMandateCharge,
  openMandateCharges,
  releaseRetry,
  reserveMandateCharge,
  type ReservedMandateCharge,
  reserveRetry,
  setMandateCharge,
  setNextSendDay,
} from './instruments/mandate-charge.repository.server.ts';
