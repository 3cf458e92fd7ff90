import { returnSecondPayment } from '#src/domain/renewals/index.server.ts';
import type { Job } from '../job.contract.ts';

/** Gives back money for a term that was paid already. */
export const job: Job = {
  name: 'return-second-payment',
  retries: 20,
  retrySeconds: 10,
  batch: 4,
  run: (context, data) => returnSecondPayment(context, data['orderId'] ?? ''),
};
