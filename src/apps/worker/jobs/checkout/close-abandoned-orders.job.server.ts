import { closeAbandonedOrders } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Gives the vouchers of buyers who left without paying back to others. */
export const job: Job = {
  name: 'close-abandoned-orders',
  cron: '*/15 * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await closeAbandonedOrders(context);
  },
};
