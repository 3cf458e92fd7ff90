/**
 * Dunning after a failed charge, by a brand's `dunning.json`: retries within the schemes' limits, e-mails and text messages,
 * suspension, cancellation; and the announcement of upcoming charges. States change by `applySubscriptionEvent`, and the worker
 * charges a billing period again at the time that `retryPeriodAt` sets.
 */
export * from './index.ts';
export { processFailedCharges } from './process-failed-charges.server.ts';
export {
  stuckNotices,
  noticeLeaseSeconds,
  releaseNotice,
  completeNotice,
  type SubscriptionNotice,
  acquireNotice,
  eraseNotices,
} from './notice.repository.server.ts';
export { notifyUpcomingCharges } from './notify-upcoming-charges.server.ts';
