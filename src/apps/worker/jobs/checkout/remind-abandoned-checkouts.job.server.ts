import { recordAbandonments, planReminders } from '#src/domain/sales/reminders/index.server.ts';
import type { Job } from '../../job.contract.ts';

/** Finds those who left before paying, and hands on the reminders whose time has come. */
export const job: Job = {
  name: 'remind-abandoned-checkouts',
  cron: '*/5 * * * *',
  retries: 0,
  retrySeconds: 1,
  batch: 1,
  run: async (context) => {
    await recordAbandonments(context);
    await planReminders(context);
  },
};
