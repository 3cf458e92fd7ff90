import { sweepLinkBudgets } from '#src/domain/customers/magic-links/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Forgets how often links to buyers' pages were asked for, once nobody counts it any more. */
export const job: Job = {
  name: 'sweep-magic-link-limits',
  cron: '33 * * * *',
  retries: 2,
  retrySeconds: 60,
  batch: 1,
  run: async (context) => {
    await sweepLinkBudgets(context);
  },
};
