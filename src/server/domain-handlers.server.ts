import { grantAccess } from '#src/domain/customers/access/index.server.ts';
import { queueEmail } from '#src/domain/messaging/emails/index.server.ts';
import { recordEvent } from '#src/domain/messaging/outbox/index.server.ts';
import type { DomainHandlers, OrderHandler } from '#src/domain/context.server.ts';
import { beginTrialAfterPayment } from '#src/domain/payments/index.server.ts';
import {
  applyMandateState,
  applyPeriodPayment,
  beginSubscription,
  beginTrialSubscription,
  cancelByRefund,
  failPeriod,
  movePeriodToOrder,
  movePlanChangeToOrder,
  moveToReplacingProfile,
  nextPeriodTerms,
  requeuePeriod,
} from '#src/domain/subscriptions/subscriptions/index.server.ts';

/** An order that pays no billing period begins a subscription, if its plan renews. */
const continueSubscription: OrderHandler = async (ctx, trx, order, now) => {
  if ((order.subscriptionId ?? null) === null) await beginSubscription(ctx, trx, order);
  else await applyPeriodPayment(ctx, trx, order, now);
};

const queueSaleReport: OrderHandler = async (ctx, trx, order) => {
  if (order.analyticsClientId) await ctx.jobs.send(trx, 'report-sale', { orderId: order.id, event: 'purchase' });
};

/** Handlers of money that moved, in the order in which they write. */
export const domainHandlers: DomainHandlers = {
  onOrderPaid: [
    // Before `continueSubscription`, which would begin the plan as paid.
    (ctx, trx, order) => beginTrialAfterPayment(ctx, trx, order),
    (_ctx, trx, order, now) => grantAccess(trx, order, now),
    continueSubscription,
    (ctx, trx, order) => queueEmail(ctx, trx, order.id, 'order-paid', ''),
    queueSaleReport,
    (_ctx, trx, order, now) =>
      recordEvent(trx, order.id, 'order-paid', '', { amount: Number(order.total), currency: order.currency }, now),
  ],
  onOrderRefunded: [cancelByRefund],
  onOrderReplaced: (trx, replaced, { id }) =>
    (replaced.subscriptionId ? movePeriodToOrder : movePlanChangeToOrder)(trx, replaced.id, id),
  onTrialAccepted: beginTrialSubscription,
  onMandateChanged: applyMandateState,
  onProfileSaved: moveToReplacingProfile,
  onPeriodChargeEnded: async (trx, period, reason, now) => {
    // A mandate's charge is sent days ahead: when it is canceled before its day, another method charges in time.
    if (await requeuePeriod(trx, period, now)) return;
    await failPeriod(trx, period, reason, now);
  },
  nextPeriodTerms,
};
