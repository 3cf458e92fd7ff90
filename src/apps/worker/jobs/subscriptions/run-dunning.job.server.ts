import {
  processFailedCharges,
  stuckNotices,
  notifyUpcomingCharges,
} from '#src/domain/subscriptions/dunning/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** A notice that nobody sent for so long lost its job. */
const forgottenMs = 3_600_000;
const batch = 500;

/**
 * What follows failed charges (their next tries, letters, closed access, the end) and what is told before a charge. It goes
 * on until nothing more is due.
 */
export const job: Job = {
  name: 'run-dunning',
  cron: '*/2 * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    const { isStopping } = context;
    for (let rounds = 0; rounds < 20; rounds += 1)
      if ((await processFailedCharges(context, batch, isStopping)) < batch) break;
    for (let rounds = 0; rounds < 20; rounds += 1)
      if ((await notifyUpcomingCharges(context, batch, isStopping)) < batch) break;
    if (isStopping?.()) return;
    const before = new Date(context.clock.now().getTime() - forgottenMs);
    for (const noticeId of await stuckNotices(context.db, before, batch))
      await context.jobs.send(context.db, 'send-subscription-notice', { noticeId });
  },
};
