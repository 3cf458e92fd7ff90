import { followWithdrawals } from '#src/domain/withdrawals/index.server.ts';
import type { Job } from '../job.contract.ts';

/** Ends the subscriptions of orders that were withdrawn from, where the process that confirmed it could not. */
export const job: Job = {
  name: 'follow-withdrawals',
  cron: '*/5 * * * *',
  isSentToo: true,
  retries: 5,
  retrySeconds: 30,
  batch: 1,
  run: async (context) => {
    await followWithdrawals(context);
  },
};
