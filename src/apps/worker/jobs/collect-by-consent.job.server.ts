import { collectDueCycles, lookAtConsents, retryFailedCollections } from '#src/domain/renewals/index.server.ts';
import type { Job } from '../job.contract.ts';

/**
 * What standing consents need: a look at how they stand, the charges that fall due in a few days, and another try of
 * those that failed. The days are the market's, so that some hour of each is met however often this runs.
 */
export const job: Job = {
  name: 'collect-by-consent',
  cron: '*/10 * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await lookAtConsents(context);
    await collectDueCycles(context);
    await retryFailedCollections(context);
  },
};
