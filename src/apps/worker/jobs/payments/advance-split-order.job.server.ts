import { advanceSplitOrder } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Begins the next part of an order, or takes what its parts hold, should whoever heard the news have died. */
export const job: Job = {
  name: 'advance-split-order',
  retries: 12,
  retrySeconds: 5,
  batch: 10,
  run: (context, { orderId = '' }) => advanceSplitOrder(context, orderId),
};
