import { sweepWebhooks } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Handles gateways' messages that were stored but not worked on: left by a crash or for a charge not known yet. */
export const job: Job = {
  name: 'handle-incoming-webhooks',
  cron: '* * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await sweepWebhooks(context);
  },
};
