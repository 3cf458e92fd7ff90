import type { Job } from '../../job.contract.ts';

/** Sends one letter or text about a subscription. */
export const job: Job = {
  name: 'send-subscription-notice',
  retries: 12,
  retrySeconds: 10,
  batch: 20,
  run: (context, { noticeId = '' }) => context.sendSubscriptionNotice(noticeId),
};
