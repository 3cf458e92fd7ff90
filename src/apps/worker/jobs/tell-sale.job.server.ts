import { tellSale } from '#src/domain/analytics/index.server.ts';
import type { Job } from '../job.contract.ts';

/** Tells analytics of an order whose buyer agreed to it. */
export const job: Job = {
  name: 'tell-sale',
  retries: 10,
  retrySeconds: 15,
  batch: 20,
  run: (context, { orderId = '', event = '', method = '' }) =>
    tellSale(context, orderId, event === 'purchase' ? 'purchase' : 'add_payment_info', method),
};
