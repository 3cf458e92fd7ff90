import { sweepAttempts } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/**
 * Looks at every attempt whose time has come: codes and slips past their time, and orphans of a crash. It comes round faster
 * than by the minute: an orphan is asked about three times before it is given up, and its buyer waits in front of the page.
 */
export const job: Job = {
  name: 'expire-attempts',
  everySeconds: 10,
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await sweepAttempts(context);
  },
};
