import { accruePoints, sweepPoints } from '#src/domain/customers/loyalty/index.server.ts';
import { sweepLinkBudgets } from '#src/domain/customers/magic-links/index.server.ts';
import { sweepPhoneCodes } from '#src/domain/customers/phones/index.server.ts';
import { closeOrphanedAccounts, eraseUnpaidLeads } from '#src/domain/privacy/index.server.ts';
import type { ScheduledJobs } from '../job.contract.ts';
import { runSeconds } from '../run-batches.ts';

export const scheduled = {
  /** Erases leads without a purchase after ninety days, on their day. */
  'erase-unpaid-leads': {
    cron: '*/10 * * * *',
    ...{ retries: 2, retrySeconds: 300, batch: 1 },
    run: async (context) => {
      await eraseUnpaidLeads(context, { seconds: runSeconds, isStopping: context.isStopping });
    },
  },
  /** Closes account pages of addresses without a purchase. */
  'close-orphaned-accounts': {
    cron: '40 3 * * *',
    ...{ retries: 2, retrySeconds: 300, batch: 1 },
    run: async (context) => {
      await closeOrphanedAccounts(context);
    },
  },
  /** Deletes the counts of requests for magic links, once no limit counts them. */
  'sweep-magic-link-limits': {
    cron: '33 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1 },
    run: async (context) => {
      await sweepLinkBudgets(context);
    },
  },
  /** Deletes codes sent to phones, and the counts of their limits, once neither is needed. */
  'sweep-phone-codes': {
    cron: '47 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1 },
    run: async (context) => {
      await sweepPhoneCodes(context);
    },
  },
  /** Credits the points of purchases once the cooling-off period is over, and reverses those of refunded ones. */
  'accrue-points': {
    cron: '7 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1 },
    run: async (context) => {
      await accruePoints(context, context.isStopping);
    },
  },
  /** Deletes sessions with points programs, and the counts of their limits, once they expired. */
  'sweep-points-sessions': {
    cron: '52 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1 },
    run: async (context) => {
      await sweepPoints(context);
    },
  },
} satisfies ScheduledJobs;
