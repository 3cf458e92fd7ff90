import { cancelOpenCharges } from '#src/domain/subscriptions/charging/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Takes back what could still take money for a subscription that was ended or paused. */
export const job: Job = {
  name: 'cancel-open-charges',
  retries: 20,
  retrySeconds: 10,
  batch: 4,
  run: (context, data) => cancelOpenCharges(context, data['subscriptionId'] ?? ''),
};
