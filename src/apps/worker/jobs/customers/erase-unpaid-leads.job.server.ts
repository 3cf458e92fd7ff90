import { closeOrphanedAccounts, eraseUnpaidLeads } from '#src/domain/privacy/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Erases what visitors left who bought nothing, ninety days later, and pages of addresses that nobody has any more. */
export const job: Job = {
  name: 'erase-unpaid-leads',
  cron: '40 3 * * *',
  retries: 2,
  retrySeconds: 300,
  batch: 1,
  run: async (context) => {
    await eraseUnpaidLeads(context);
    await closeOrphanedAccounts(context);
  },
};
