import { sweepPoints } from '#src/domain/customers/loyalty/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Forgets what opened accounts of points programmes, and what the limits of asking counted, once their time is over. */
export const job: Job = {
  name: 'sweep-points-sessions',
  cron: '52 * * * *',
  retries: 2,
  retrySeconds: 60,
  batch: 1,
  run: async (context) => {
    await sweepPoints(context);
  },
};
