import { reportSale } from '#src/domain/orders/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Tells analytics of an order whose buyer agreed to it. */
export const job: Job = {
  name: 'report-sale',
  retries: 10,
  retrySeconds: 15,
  batch: 20,
  run: (context, { orderId = '', event = '', method = '' }) =>
    reportSale(context, orderId, event === 'purchase' ? 'purchase' : 'add_payment_info', method),
};
