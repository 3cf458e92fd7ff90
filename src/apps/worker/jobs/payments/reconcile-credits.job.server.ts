import { reconcileCredits } from '#src/domain/payments/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Between two looks, in seconds: a cron line knows whole minutes only, so that each run sends the one in between. */
const halfMinute = 30;

/**
 * Reads the gateways' own lists of credits: what was paid is found although every message about it was lost. It comes
 * round every 30 s, because a buyer who paid an instant code waits in front of the page: seen within 30 s with all
 * messages dropped. A slip's money needs a quarter of an hour at most; its bank asks for a longer pause
 * (`creditListIntervalSeconds`), so that its list is read every five minutes.
 */
export const job: Job = {
  name: 'reconcile-credits',
  cron: '* * * * *',
  isAlsoSent: true,
  retries: 2,
  retrySeconds: 10,
  batch: 1,
  run: async (context, { between }) => {
    if (between === undefined) {
      await context.jobs.send(context.db, 'reconcile-credits', { between: 'yes' }, { startAfterSeconds: halfMinute });
    }
    await reconcileCredits(context);
  },
};
