import type { ExceptionFacts } from '../sale-facts.types.ts';
import type { ExplanationRule, RuleMatch } from './explanation.types.ts';
import { day, method, money, type SaleView, text, time } from './sale-view.ts';

/** The open exception of a kind, and what all rules say of it. `about`: what the cure is done to, else the exception. */
function task(
  view: SaleView,
  kind: string,
  holds: (one: ExceptionFacts) => boolean = () => true,
  about: (one: ExceptionFacts) => string = ({ id }) => id,
): RuleMatch | false {
  const found = view.tasks.find((one) => one.kind === kind && holds(one));
  if (!found) return false;
  const attempt = view.sale.attempts.find(({ id }) => id === found.attemptId);
  return { about: about(found), values: { amount: money(view, found.amount), method: method(attempt) } };
}

const isByHand = ({ task: work }: ExceptionFacts): boolean => work === 'give-back-by-hand';
/** A charge that took money twice, as a slip that was paid at two counters. */
const isSecondOfCharge =
  (view: SaleView) =>
  ({ attemptId }: ExceptionFacts): boolean =>
    new Set(
      view.sale.ledger
        .filter((line) => line.attemptId === attemptId && line.kind.startsWith('capture-'))
        .map(({ movementId }) => movementId),
    ).size > 1;

function openDispute(view: SaleView, holds: (due: Date | null) => boolean): RuleMatch | false {
  const found = view.sale.disputes.find(({ outcome, evidenceDue }) => outcome === null && holds(evidenceDue));
  const isOver = view.sale.exceptions.some((one) => one.kind === 'dispute' && one.state === 'resolved');
  if (!found || (isOver && !view.tasks.some(({ kind }) => kind === 'dispute'))) return false;
  const { id, amount, reason, evidenceDue } = found;
  return {
    about: id,
    values: {
      ...{ amount: money(view, amount), reason: text(reason ?? '–') },
      ...(evidenceDue ? { until: time(evidenceDue) } : {}),
    },
  };
}

const pending = (view: SaleView, holds: (until: Date) => boolean): RuleMatch | false => {
  const found = view.sale.pendingRefunds.find(({ state, expiresAt }) => state === 'waiting' && holds(expiresAt));
  return (
    found !== undefined && {
      about: found.id,
      values: { amount: money(view, found.amount), until: time(found.expiresAt), who: text(found.requestedBy) },
    }
  );
};

function refundPart(view: SaleView, state: 'wanted' | 'by-hand' | 'disputed', holds = true): RuleMatch | false {
  const found = holds && view.sale.refunds.find((one) => one.state === state);
  if (!found) return false;
  const attempt = view.sale.attempts.find(({ id }) => id === found.attemptId);
  const { partId, attemptId, amount, requestedAt } = found;
  const values = { amount: money(view, amount), method: method(attempt), at: time(requestedAt) };
  // A part that is paid by hand is a task of its id; about any other one its company is asked, by the attempt.
  const about = state === 'by-hand' ? partId : attemptId;
  return about === null ? { values } : { about, values };
}

/** Money that needs somebody, or is on its way back. They come before everything else that is true of a sale. */
export const moneyRules: readonly ExplanationRule[] = [
  {
    ...{ id: 'charge-contradicted', tone: 'needs-you', cause: 'gateway', cure: 'attempt.check' },
    when: (view) =>
      task(
        view,
        'contradiction',
        () => true,
        ({ attemptId }) => attemptId,
      ),
  },
  {
    ...{ id: 'dispute-evidence-due', tone: 'needs-you', cause: 'buyer-bank', cure: 'dispute.answer' },
    when: (view) => openDispute(view, (due) => due !== null && due > view.now),
  },
  {
    ...{ id: 'dispute-evidence-late', tone: 'needs-you', cause: 'buyer-bank', cure: 'dispute.answer' },
    when: (view) => openDispute(view, (due) => due !== null),
  },
  {
    ...{ id: 'dispute-open', tone: 'needs-you', cause: 'buyer-bank', cure: 'dispute.answer' },
    when: (view) => openDispute(view, () => true),
  },
  {
    ...{ id: 'dispute-won-restore', tone: 'needs-you', cause: 'buyer-bank', cure: 'task.work' },
    when: (view) => task(view, 'dispute-won'),
  },
  {
    ...{ id: 'returned-too-much', tone: 'needs-you', cause: 'gateway', cure: 'task.work' },
    when: (view) => task(view, 'excess'),
  },
  {
    ...{ id: 'refund-not-requested', tone: 'needs-you', cause: 'gateway', cure: 'task.work' },
    when: (view) => task(view, 'refund'),
  },
  {
    ...{ id: 'paid-short', tone: 'needs-you', cause: 'buyer', cure: 'task.work' },
    when: (view) => {
      const match = task(view, 'underpaid');
      const { total, received } = view.order;
      // Once it is asked back, what happens to that refund is what counts.
      const goesBack = view.sale.refunds.some(({ state }) => state !== null && state !== 'canceled');
      // The task's own amount is what is missing.
      const values = { amount: money(view, received), missing: money(view, total - received) };
      return !goesBack && match && { ...match, values: { ...match.values, ...values } };
    },
  },
  {
    ...{ id: 'surplus-payout-ready', tone: 'needs-you', cause: 'gateway', cure: 'payout.record' },
    when: (view) => view.order.payoutGivenAt !== null && task(view, 'surplus', isByHand),
  },
  {
    ...{ id: 'surplus-payout-wanted', tone: 'waits', cause: 'buyer', cure: 'payout.record' },
    when: (view) => task(view, 'surplus', isByHand),
  },
  {
    ...{ id: 'surplus-of-undone-order', tone: 'waits', cause: 'shop', cure: null },
    when: (view) => view.order.state === 'closed' && task(view, 'surplus'),
  },
  {
    ...{ id: 'surplus-paid-twice', tone: 'waits', cause: 'buyer', cure: null },
    when: (view) => task(view, 'surplus', isSecondOfCharge(view)),
  },
  {
    ...{ id: 'surplus-two-captures', tone: 'waits', cause: 'buyer', cure: null },
    when: (view) => view.captured.length > 1 && task(view, 'surplus'),
  },
  {
    ...{ id: 'surplus-too-much', tone: 'waits', cause: 'buyer', cure: null },
    when: (view) => task(view, 'surplus'),
  },
  {
    ...{ id: 'refund-waits-for-second-person', tone: 'needs-you', cause: 'staff', cure: 'refund.approve' },
    when: (view) => pending(view, (until) => until > view.now),
  },
  {
    ...{ id: 'refund-request-expired', tone: 'needs-you', cause: 'staff', cure: 'refund.request' },
    when: (view) => view.order.returned === 0n && view.sale.refunds.length === 0 && pending(view, () => true),
  },
  {
    ...{ id: 'refund-payout-ready', tone: 'needs-you', cause: 'gateway', cure: 'payout.record' },
    when: (view) => refundPart(view, 'by-hand', view.order.payoutGivenAt !== null),
  },
  {
    ...{ id: 'refund-payout-wanted', tone: 'waits', cause: 'buyer', cure: 'payout.record' },
    when: (view) => refundPart(view, 'by-hand'),
  },
  {
    ...{ id: 'refund-held-by-dispute', tone: 'waits', cause: 'buyer-bank', cure: null },
    when: (view) => refundPart(view, 'disputed'),
  },
  {
    ...{ id: 'refund-under-way', tone: 'waits', cause: 'gateway', cure: 'attempt.check' },
    when: (view) => refundPart(view, 'wanted'),
  },
  {
    ...{ id: 'buyer-erased', tone: 'ok', cause: 'buyer', cure: null },
    when: ({ order }) => order.isErased && {},
  },
];

/** Sales whose money went back, whole. */
export const refundedRules: readonly ExplanationRule[] = [
  {
    ...{ id: 'refunded-cooling-off', tone: 'ok', cause: 'buyer', cure: null },
    when: (view) => {
      const { state, coolingOff, returned } = view.order;
      return (
        state === 'refunded' &&
        coolingOff !== null && { values: { amount: money(view, returned), at: time(coolingOff.at) } }
      );
    },
  },
  {
    ...{ id: 'lost-by-dispute', tone: 'lost', cause: 'buyer-bank', cure: null },
    when: (view) => {
      const [dispute] = view.sale.disputes;
      return (
        view.order.state === 'refunded' &&
        dispute !== undefined && {
          about: dispute.id,
          values: {
            amount: money(view, dispute.amount),
            at: time(dispute.occurredAt),
            reason: text(dispute.reason ?? '–'),
          },
        }
      );
    },
  },
  {
    ...{ id: 'refunded', tone: 'ok', cause: 'staff', cure: null },
    when: (view) =>
      view.order.state === 'refunded' && {
        values: {
          amount: money(view, view.order.returned),
          reason: text(view.sale.refunds.at(-1)?.reason ?? '–'),
          at: time(view.sale.refunds.at(-1)?.endedAt ?? view.order.paidAt ?? view.order.createdAt),
        },
      },
  },
  {
    ...{ id: 'cooling-off-before-payment', tone: 'ok', cause: 'buyer', cure: null },
    when: (view) => {
      const { coolingOff } = view.order;
      return (
        view.isUnpaid &&
        coolingOff !== null && { values: { at: time(coolingOff.at), lastDay: day(coolingOff.lastDay) } }
      );
    },
  },
];
