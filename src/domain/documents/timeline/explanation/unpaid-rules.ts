import { isOpen } from '../../../payments/index.ts';
import type { AttemptFacts } from '../sale-facts.types.ts';
import type { ExplanationRule, RuleMatch } from './explanation.types.ts';
import { decline, method, money, type SaleView, time } from './sale-view.ts';

const about = (view: SaleView, attempt: AttemptFacts): RuleMatch => ({
  about: attempt.id,
  values: {
    ...{ method: method(attempt), amount: money(view, attempt.amount), until: time(attempt.expiresAt) },
    ...{ at: time(attempt.updatedAt), deadline: time(attempt.deadlineAt) },
  },
});
const open = (view: SaleView, holds: (one: AttemptFacts) => boolean): RuleMatch | false => {
  const found = view.isUnpaid && view.open.findLast(holds);
  return found ? about(view, found) : false;
};
const waits =
  (view: SaleView, holds: (one: AttemptFacts) => boolean) =>
  (one: AttemptFacts): boolean =>
    one.state === 'awaiting-buyer' && one.expiresAt > view.now && holds(one);
const parts = (view: SaleView): readonly AttemptFacts[] =>
  view.sale.attempts.filter(({ part, superseded }) => part !== null && !superseded);

/** Orders that may still be paid: an attempt is under way. */
export const waitingRules: readonly ExplanationRule[] = [
  {
    ...{ id: 'outcome-unknown', tone: 'waits', cause: 'gateway', cure: 'attempt.check' },
    when: (view) => {
      const match = open(view, ({ state }) => state === 'unknown');
      const next = view.open.findLast(({ state }) => state === 'unknown')?.nextCheckAt;
      return match && { ...match, values: { ...match.values, next: time(next ?? view.now) } };
    },
  },
  {
    ...{ id: 'split-part-declined', tone: 'waits', cause: 'buyer-bank', cure: 'link.create' },
    when: (view) => {
      const failed = parts(view).findLast(({ state }) => state === 'declined' || state === 'failed');
      const { holdExpiresAt } = view.order;
      const isHeld = parts(view).some(({ state }) => state === 'authorized' || state === 'captured');
      if (!view.isUnpaid || !failed || !isHeld || !holdExpiresAt || holdExpiresAt <= view.now) return false;
      const match = about(view, failed);
      return { ...match, values: { ...match.values, until: time(holdExpiresAt), reason: decline(failed) } };
    },
  },
  {
    ...{ id: 'split-waits-for-part', tone: 'waits', cause: 'buyer', cure: 'link.create' },
    when: (view) => {
      const isPart = view.order.state === 'partly-paid' || parts(view).some(({ state }) => state === 'authorized');
      const match = isPart && open(view, ({ state, isPending }) => state !== 'authorized' || isPending);
      const reserved = parts(view).filter(({ state }) => state === 'authorized');
      const received = reserved.reduce((sum, { amount }) => sum + amount, view.order.received);
      return match && { ...match, values: { ...match.values, received: money(view, received) } };
    },
  },
  {
    ...{ id: 'partly-paid', tone: 'needs-you', cause: 'buyer', cure: 'link.create' },
    when: (view) =>
      view.order.state === 'partly-paid' && {
        values: {
          received: money(view, view.order.received),
          missing: money(view, view.order.total - view.order.received),
        },
      },
  },
  {
    ...{ id: 'waits-for-challenge', tone: 'waits', cause: 'buyer', cure: 'link.create' },
    when: (view) =>
      open(
        view,
        waits(view, ({ nextAction }) => nextAction === 'challenge'),
      ),
  },
  {
    ...{ id: 'waits-for-app', tone: 'waits', cause: 'buyer', cure: 'link.create' },
    when: (view) =>
      open(
        view,
        waits(view, ({ nextAction }) => nextAction === 'redirect'),
      ),
  },
  {
    ...{ id: 'waits-at-unit', tone: 'waits', cause: 'buyer', cure: 'link.create' },
    when: (view) =>
      open(
        view,
        waits(view, ({ inPersonCode }) => inPersonCode !== null),
      ),
  },
  {
    ...{ id: 'waits-for-code', tone: 'waits', cause: 'buyer', cure: 'code.renew' },
    when: (view) =>
      open(
        view,
        waits(view, ({ hasInstructions }) => hasInstructions),
      ),
  },
  {
    ...{ id: 'waits-for-approval', tone: 'waits', cause: 'buyer', cure: 'link.create' },
    when: (view) =>
      open(
        view,
        waits(view, () => true),
      ),
  },
  {
    ...{ id: 'time-over-not-closed', tone: 'waits', cause: 'buyer', cure: 'code.renew' },
    when: (view) => open(view, ({ state }) => state === 'awaiting-buyer'),
  },
  {
    ...{ id: 'reserved-not-taken', tone: 'waits', cause: 'gateway', cure: 'attempt.check' },
    when: (view) => open(view, ({ state }) => state === 'authorized'),
  },
  {
    ...{ id: 'being-processed', tone: 'waits', cause: 'gateway', cure: 'attempt.check' },
    when: (view) => open(view, ({ state }) => state === 'processing'),
  },
  {
    ...{ id: 'being-sent', tone: 'waits', cause: 'shop', cure: 'attempt.check' },
    when: (view) => open(view, ({ state }) => state === 'created'),
  },
  {
    ...{ id: 'void-under-way', tone: 'waits', cause: 'gateway', cure: 'attempt.check' },
    when: (view) => {
      const found =
        view.isUnpaid &&
        view.sale.attempts.findLast(({ voidState, state }) => voidState === 'requested' && isOpen(state));
      return found ? about(view, found) : false;
    },
  },
];

const ended = (view: SaleView, holds: (one: AttemptFacts) => boolean): RuleMatch | false =>
  view.isUnpaid && view.last !== null && holds(view.last) && about(view, view.last);

/** Orders that are over as a whole, whatever became of their last attempt. */
export const undoneRules: readonly ExplanationRule[] = [
  {
    ...{ id: 'money-came-and-went-back', tone: 'lost', cause: 'shop', cure: 'link.create' },
    when: (view) =>
      view.isUnpaid &&
      view.captured.length > 0 && {
        values: {
          amount: money(
            view,
            view.captured.reduce((sum, one) => sum + one.amount, 0n),
          ),
        },
      },
  },
  {
    ...{ id: 'split-undone', tone: 'lost', cause: 'buyer-bank', cure: 'link.create' },
    when: (view) => {
      const { state, holdExpiresAt } = view.order;
      return state === 'closed' && holdExpiresAt !== null && { values: { at: time(holdExpiresAt) } };
    },
  },
];

/** Orders whose last attempt ended without money, and not by a decline. */
export const endedRules: readonly ExplanationRule[] = [
  {
    ...{ id: 'challenge-expired', tone: 'lost', cause: 'buyer', cure: 'link.create' },
    when: (view) => ended(view, ({ state, hasInstructions }) => state === 'expired' && !hasInstructions),
  },
  {
    ...{ id: 'code-expired', tone: 'lost', cause: 'buyer', cure: 'code.renew' },
    when: (view) => ended(view, ({ state }) => state === 'expired'),
  },
  {
    ...{ id: 'replaced-by-newer', tone: 'lost', cause: 'buyer', cure: 'link.create' },
    when: (view) => ended(view, ({ state, superseded }) => state === 'voided' && superseded),
  },
  {
    ...{ id: 'voided', tone: 'lost', cause: 'shop', cure: 'link.create' },
    when: (view) => ended(view, ({ state }) => state === 'voided'),
  },
  {
    ...{ id: 'never-pressed', tone: 'lost', cause: 'buyer', cure: 'link.create' },
    when: (view) => view.isUnpaid && view.last === null && { values: { at: time(view.order.createdAt) } },
  },
];
