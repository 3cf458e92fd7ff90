import { sweepQuotes } from '#src/domain/checkout/quotes/index.server.ts';
import { closeAbandonedOrders } from '#src/domain/payments/index.server.ts';
import { planReminders, recordAbandonments } from '#src/domain/sales/reminders/index.server.ts';
import type { ScheduledJobs } from '../job.contract.ts';
import { runBatches } from '../run-batches.ts';

const reminderBatch = 500;

export const scheduled = {
  /** Releases the vouchers of buyers who left without paying. */
  'close-abandoned-orders': {
    cron: '*/15 * * * *',
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      await closeAbandonedOrders(context);
    },
  },
  /** Finds buyers who left before paying, and queues the reminders that are due. */
  'remind-abandoned-checkouts': {
    cron: '*/5 * * * *',
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      await recordAbandonments(context, reminderBatch, context.isStopping);
      await planReminders(context, reminderBatch, context.isStopping);
    },
  },
  /** Deletes quotes without an order, a month after they expired. */
  'sweep-quotes': {
    cron: '17 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1, isLeftOutAtStart: true },
    run: async (context) => {
      await runBatches((size) => sweepQuotes(context, size), { size: 1_000, isStopping: context.isStopping });
    },
  },
} satisfies ScheduledJobs;
