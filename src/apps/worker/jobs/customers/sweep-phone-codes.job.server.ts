import { sweepPhoneCodes } from '#src/domain/customers/phones/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Forgets codes that were sent to phones, and what their limits counted, once neither is needed any more. */
export const job: Job = {
  name: 'sweep-phone-codes',
  cron: '47 * * * *',
  retries: 2,
  retrySeconds: 60,
  batch: 1,
  run: async (context) => {
    await sweepPhoneCodes(context);
  },
};
