import { sweepRiskData } from '#src/domain/risk/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Forgets whom tries counted for, counts of guesses and solved challenges, once nobody looks at them any more. */
export const job: Job = {
  name: 'sweep-risk-data',
  cron: '41 * * * *',
  retries: 2,
  retrySeconds: 60,
  batch: 1,
  run: async (context) => {
    await sweepRiskData(context);
  },
};
