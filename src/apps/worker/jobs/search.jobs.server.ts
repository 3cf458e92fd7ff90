import { indexChangedSales, rebuildSlice, verifySearchSample } from '#src/domain/sales/search/index.server.ts';
import type { ScheduledJobs } from '../job.contract.ts';

/** A backlog is worked off in one run. */
const mostRounds = 40;
/** Entries that one run makes anew, while the index is: `npm run search-index -- rebuild` does it in one go. */
const rebuiltPerRun = 2_000;
/** Entries that are compared with their orders each night. */
const sampleSize = 10_000;

export const scheduled = {
  /** Brings the entries by which staff find changed orders up to date. */
  'index-sales': {
    everySeconds: 1,
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      for (let round = 0; round < mostRounds && !context.isStopping?.(); round += 1)
        if ((await indexChangedSales(context)) === 0) break;
      await rebuildSlice(context, rebuiltPerRun);
    },
  },
  /** Compares a sample of the entries with their orders. */
  'check-sale-search': {
    cron: '40 3 * * *',
    ...{ retries: 1, retrySeconds: 600, batch: 1 },
    run: async (context) => {
      await verifySearchSample(context, sampleSize);
    },
  },
} satisfies ScheduledJobs;
