import { chargeDuePeriods, cancelSubscriptionsAtPeriodEnd } from '#src/domain/subscriptions/charging/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Ends the subscriptions whose last term is over, and charges or bills the terms that are due. */
export const job: Job = {
  name: 'charge-due-periods',
  cron: '* * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await cancelSubscriptionsAtPeriodEnd(context);
    await chargeDuePeriods(context, { isStopping: () => context.isStopping?.() ?? false });
  },
};
