import { refundDuplicatePayment } from '#src/domain/subscriptions/charging/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Gives back money for a term that was paid already. */
export const job: Job = {
  name: 'refund-duplicate-payment',
  retries: 20,
  retrySeconds: 10,
  batch: 4,
  run: (context, data) => refundDuplicatePayment(context, data['orderId'] ?? ''),
};
