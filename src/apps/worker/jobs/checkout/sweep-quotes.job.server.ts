import { sweepQuotes } from '#src/domain/checkout/quotes/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Deletes prices that nobody paid, a month after they ran out. */
export const job: Job = {
  name: 'sweep-quotes',
  cron: '17 4 * * *',
  retries: 2,
  retrySeconds: 60,
  batch: 1,
  run: async (context) => {
    await sweepQuotes(context);
  },
};
