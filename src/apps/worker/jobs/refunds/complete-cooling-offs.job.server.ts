import { completeCoolingOffs } from '#src/domain/refunds/cooling-off/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Ends the subscriptions of orders that were withdrawn from, where the process that confirmed it could not. */
export const job: Job = {
  name: 'complete-cooling-offs',
  cron: '*/5 * * * *',
  isAlsoSent: true,
  retries: 5,
  retrySeconds: 30,
  batch: 1,
  run: async (context) => {
    await completeCoolingOffs(context);
  },
};
