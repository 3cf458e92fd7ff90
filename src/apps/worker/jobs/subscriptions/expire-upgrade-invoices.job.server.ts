import { expireUpgradeInvoices } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Takes back the bills for changes of plan that were reckoned for a day that is over. */
export const job: Job = {
  name: 'expire-upgrade-invoices',
  cron: '*/5 * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await expireUpgradeInvoices(context);
  },
};
