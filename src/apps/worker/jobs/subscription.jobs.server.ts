import {
  cancelOpenCharges,
  cancelSubscriptionsAtPeriodEnd,
  chargeDuePeriods,
  checkMandates,
  collectDueMandateCharges,
  endUnusedMandate,
  refundDuplicatePayment,
  retryFailedMandateCharges,
} from '#src/domain/subscriptions/charging/index.server.ts';
import {
  notifyUpcomingCharges,
  processFailedCharges,
  stuckNotices,
} from '#src/domain/subscriptions/dunning/index.server.ts';
import { expireUpgradeInvoices } from '#src/domain/subscriptions/plan-changes/index.server.ts';
import type { ScheduledJobs, SentJobs } from '../job.contract.ts';
import { runBatches } from '../run-batches.ts';

export const sent = {
  /** Cancels open charges of a subscription that was canceled or paused. */
  'cancel-open-charges': {
    ...{ retries: 20, retrySeconds: 10, batch: 4 },
    run: (context, { subscriptionId }) => cancelOpenCharges(context, subscriptionId),
  },
  /** Ends a mandate whose subscription is charged by another instrument now. */
  'end-mandate': {
    ...{ retries: 20, retrySeconds: 10, batch: 4 },
    run: (context, { mandateId }) => endUnusedMandate(context, mandateId),
  },
  /** Refunds a payment for a billing period that was paid already. */
  'refund-duplicate-payment': {
    ...{ retries: 20, retrySeconds: 10, batch: 4 },
    run: (context, { orderId }) => refundDuplicatePayment(context, orderId),
  },
} satisfies Partial<SentJobs>;

/** A notice that was not sent for so long lost its job. */
const stuckMs = 3_600_000;
/** Failed charges or notices per round, and rounds per run. */
const batch = 500;
const mostRounds = 20;

export const scheduled = {
  /** Ends the subscriptions whose last period is over, and charges or invoices the periods that are due. */
  'charge-due-periods': {
    cron: '* * * * *',
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      await cancelSubscriptionsAtPeriodEnd(context);
      await chargeDuePeriods(context, { isStopping: () => context.isStopping?.() ?? false });
    },
  },
  /**
   * Reads the state of mandates, sends the charges that fall due in a few days and retries those that failed. Days are the
   * market's, and this runs often enough to meet some hour of each.
   */
  'charge-mandates': {
    cron: '*/10 * * * *',
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      await runBatches((size) => checkMandates(context, size), { size: 200, isStopping: context.isStopping });
      await collectDueMandateCharges(context);
      await retryFailedMandateCharges(context);
    },
  },
  /** Takes the dunning steps that are due (retries, e-mails, closed access, the end), and announces upcoming charges. */
  'run-dunning': {
    cron: '*/2 * * * *',
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      const { isStopping } = context;
      for (let round = 0; round < mostRounds; round += 1)
        if ((await processFailedCharges(context, batch, isStopping)) < batch) break;
      for (let round = 0; round < mostRounds; round += 1)
        if ((await notifyUpcomingCharges(context, batch, isStopping)) < batch) break;
      if (isStopping?.()) return;
      const before = new Date(context.clock.now().getTime() - stuckMs);
      for (const noticeId of await stuckNotices(context.db, before, batch))
        await context.jobs.send(context.db, 'send-subscription-notice', { noticeId });
    },
  },
  /** Cancels the invoices of plan changes that were calculated for a day that is over. */
  'expire-upgrade-invoices': {
    cron: '*/5 * * * *',
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      await expireUpgradeInvoices(context);
    },
  },
} satisfies ScheduledJobs;
