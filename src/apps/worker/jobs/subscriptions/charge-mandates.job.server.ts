import {
  collectDueMandateCharges,
  checkMandates,
  retryFailedMandateCharges,
} from '#src/domain/subscriptions/charging/index.server.ts';
import type { Job } from '../../job.contract.ts';

/**
 * What standing consents need: a look at how they stand, the charges that fall due in a few days, and another try of
 * those that failed. The days are the market's, so that some hour of each is met however often this runs.
 */
export const job: Job = {
  name: 'charge-mandates',
  cron: '*/10 * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await checkMandates(context);
    await collectDueMandateCharges(context);
    await retryFailedMandateCharges(context);
  },
};
