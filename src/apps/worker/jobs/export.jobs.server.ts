import { makeExport, sweepExports } from '#src/domain/sales/exports/index.server.ts';
import type { ScheduledJobs, SentJobs } from '../job.contract.ts';

export const sent = {
  /** Makes a file that staff asked for, some 45 seconds at a time; one at once in each worker, because payments come first. */
  'make-export': {
    ...{ retries: 5, retrySeconds: 10, batch: 1 },
    run: (context, { exportId }) => makeExport(context, exportId, { isStopping: context.isStopping }),
  },
} satisfies Partial<SentJobs>;

export const scheduled: ScheduledJobs = {
  /** Deletes files that were fetched, and those that nobody fetched within a day; ends exports whose job failed for good. */
  'sweep-exports': {
    cron: '*/10 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1 },
    run: (context) => sweepExports(context),
  },
};
