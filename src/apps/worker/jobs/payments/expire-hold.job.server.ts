import { expireHold, sweepExpiredHolds } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Undoes orders whose time to bring the rest is over: the one that is named, or all whose time has come. */
export const job: Job = {
  name: 'expire-hold',
  cron: '* * * * *',
  isAlsoSent: true,
  retries: 3,
  retrySeconds: 5,
  batch: 10,
  run: async (context, { orderId }) => {
    if (orderId === undefined) await sweepExpiredHolds(context);
    else await expireHold(context, orderId);
  },
};
