import { settleCredits } from '#src/domain/payments/index.server.ts';
import type { Job } from '../job.contract.ts';

/** Reads the gateways' own lists of credits: a slip is found paid although every message about it was lost. */
export const job: Job = {
  name: 'settle-credits',
  cron: '*/5 * * * *',
  retries: 2,
  retrySeconds: 30,
  batch: 1,
  run: async (context) => {
    await settleCredits(context);
  },
};
