import {
  advanceSplitOrder,
  expireHold,
  recheckCaptured,
  reconcileCredits,
  refundPart,
  refundSurplus,
  requeueStuckWork,
  resolveAttempt,
  sweepAttemptOrigins,
  sweepAttempts,
  sweepExpiredHolds,
  voidAttempt,
} from '#src/domain/payments/index.server.ts';
import { completeCoolingOffs } from '#src/domain/refunds/cooling-off/index.server.ts';
import { sweepRiskData } from '#src/domain/risk/index.server.ts';
import { sweepStaffSessions } from '#src/domain/staff/index.server.ts';
import type { ScheduledJobs, SentJobs } from '../job.contract.ts';
import { runSeconds } from '../run-batches.ts';

/** Between two runs of `reconcile-credits`, in seconds: cron knows whole minutes, so each run sends the one in between. */
const halfMinute = 30;

export const sent = {
  /** Begins the next part of a split order, or captures its parts, where the process that applied the last fact died. */
  'advance-split-order': {
    ...{ retries: 12, retrySeconds: 5, batch: 10 },
    run: (context, { orderId }) => advanceSplitOrder(context, orderId),
  },
  /** Cancels orders whose hold window ended: the one that is named, or all that are due. */
  'expire-hold': {
    cron: '* * * * *',
    ...{ retries: 3, retrySeconds: 5, batch: 10 },
    run: async (context, { orderId }) => {
      if (orderId === undefined) await sweepExpiredHolds(context);
      else await expireHold(context, orderId);
    },
  },
  /**
   * Reads the gateways' lists of credits, so that a payment is found although every webhook about it was lost. It runs
   * every 30 s, because a buyer who paid an instant code waits in front of the page. A bank slip's gateway asks for a longer
   * pause (`creditListIntervalSeconds`): its list is read every five minutes.
   */
  'reconcile-credits': {
    cron: '* * * * *',
    ...{ retries: 2, retrySeconds: 10, batch: 1 },
    run: async (context, { between }) => {
      if (between === undefined) {
        await context.jobs.send(context.db, 'reconcile-credits', { between: 'yes' }, { startAfterSeconds: halfMinute });
      }
      await reconcileCredits(context);
    },
  },
  /** Polls an attempt whose outcome is unknown: after 5 s, then with growing pauses. */
  'resolve-attempt': {
    ...{ retries: 5, retrySeconds: 5, batch: 10 },
    run: (context, { attemptId }) => resolveAttempt(context, attemptId),
  },
  /** Cancels a code, a slip or an authorization that is no longer wanted, until its gateway confirms it. */
  'void-attempt': {
    ...{ retries: 12, retrySeconds: 5, batch: 10 },
    run: (context, { attemptId }) => voidAttempt(context, attemptId),
  },
  /** Refunds one tender's part of a refund. */
  'refund-part': {
    ...{ retries: 12, retrySeconds: 5, batch: 10 },
    run: (context, { partId }) => refundPart(context, partId),
  },
  /** Refunds money that was paid twice, late or too much. */
  'refund-surplus': {
    ...{ retries: 20, retrySeconds: 10, batch: 5 },
    run: (context, { exceptionId }) => refundSurplus(context, exceptionId),
  },
  /** Ends the subscriptions of orders in cooling-off where the process that confirmed it died. */
  'complete-cooling-offs': {
    cron: '*/5 * * * *',
    ...{ retries: 5, retrySeconds: 30, batch: 1 },
    run: async (context) => {
      await completeCoolingOffs(context);
    },
  },
} satisfies Partial<SentJobs>;

export const scheduled = {
  /**
   * Polls each attempt that is due: expired codes and slips, and orphans of a crash. Every ten seconds: an orphan is polled
   * three times before it is given up, and its buyer waits in front of the page.
   */
  'expire-attempts': {
    everySeconds: 10,
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      await sweepAttempts(context);
    },
  },
  /** Polls payments of the last months, the older the less often: webhooks about refunds and disputes get lost. */
  'recheck-captured': {
    cron: '*/2 * * * *',
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      await recheckCaptured(context, { seconds: runSeconds, isStopping: context.isStopping });
    },
  },
  /** Queues work that is owed although its job gave up: releases, refunds, e-mails, reports of sales. */
  'requeue-stuck-work': {
    cron: '17 * * * *',
    ...{ retries: 0, retrySeconds: 1, batch: 1 },
    run: async (context) => {
      await requeueStuckWork(context);
    },
  },
  /** Ends the staff's sessions that are over, and deletes old ones. */
  'sweep-staff-sessions': {
    cron: '*/30 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1 },
    run: (context) => sweepStaffSessions(context),
  },
  /** Deletes the origins of card attempts, counters, solved challenges and alarms that no limit counts any more. */
  'sweep-risk-data': {
    cron: '41 * * * *',
    ...{ retries: 2, retrySeconds: 60, batch: 1 },
    run: async (context) => {
      await sweepRiskData(context);
      await sweepAttemptOrigins(context.db, context.clock.now());
    },
  },
} satisfies ScheduledJobs;
