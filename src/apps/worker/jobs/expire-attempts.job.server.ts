import { sweepAttempts } from '#src/domain/payments/index.server.ts';
import type { Job } from '../job.contract.ts';

/** Looks at every attempt whose time has come: codes and slips past their time, and orphans of a crash. */
export const job: Job = {
  name: 'expire-attempts',
  cron: '* * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await sweepAttempts(context);
  },
};
