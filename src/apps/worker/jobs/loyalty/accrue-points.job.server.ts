import { accruePoints } from '#src/domain/customers/loyalty/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Credits what purchases earned once the time to withdraw is over, and takes back what refunded ones had earned. */
export const job: Job = {
  name: 'accrue-points',
  cron: '7 * * * *',
  retries: 2,
  retrySeconds: 60,
  batch: 1,
  run: async (context) => {
    await accruePoints(context);
  },
};
