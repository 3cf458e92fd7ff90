import { sweepRejectedWebhooks } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Forgets gateways' messages that have had no effect, once nobody looks into them any more. */
export const job: Job = {
  name: 'sweep-incoming-webhooks',
  cron: '47 * * * *',
  retries: 2,
  retrySeconds: 60,
  batch: 1,
  run: async (context) => {
    await sweepRejectedWebhooks(context);
  },
};
