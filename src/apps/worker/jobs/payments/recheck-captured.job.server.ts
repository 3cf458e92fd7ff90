import { recheckCaptured } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Asks gateways about payments of the last months, rarer the older they are: messages of refunds and disputes get lost. */
export const job: Job = {
  name: 'recheck-captured',
  cron: '*/10 * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await recheckCaptured(context);
  },
};
