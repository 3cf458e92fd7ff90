/**
 * What follows when the charge of a subscription's term fails, by a brand's `dunning.json`: retries within the schemes'
 * limits, letters and texts, access that is closed, the end; and what is told before a charge. It stands above
 * subscriptions: states are moved by their door, and the worker charges a term again when `retryPeriodAt` says so.
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
