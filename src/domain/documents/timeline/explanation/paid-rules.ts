import type { ExplanationRule } from './explanation.types.ts';
import { count, method, money, type SaleView, text, time } from './sale-view.ts';

/** The time of a capture that came after its attempt had ended without money. */
function lateCapture(view: SaleView): Date | null {
  const late = view.sale.attemptEvents.find(
    ({ from, to }) =>
      to === 'captured' && (from === 'declined' || from === 'expired' || from === 'failed' || from === 'voided'),
  );
  return late?.at ?? null;
}

const paid = (view: SaleView) => ({
  amount: money(view, view.order.received),
  method: method(view.captured.at(-1)),
  at: time(view.order.paidAt ?? view.order.createdAt),
});

/** Paid sales to which nothing more is to be done; the last row is the plain one. */
export const paidRules: readonly ExplanationRule[] = [
  {
    ...{ id: 'dispute-won', tone: 'ok', cause: 'buyer-bank', cure: null },
    when: (view) => {
      const won = view.sale.disputes.find(({ outcome }) => outcome === 'won');
      const isWon = won !== undefined || view.sale.ledger.some(({ kind }) => kind.startsWith('dispute-won'));
      return view.isPaid && isWon && { values: paid(view) };
    },
  },
  {
    ...{ id: 'dispute-lost', tone: 'lost', cause: 'buyer-bank', cure: null },
    when: (view) => {
      const [found] = view.sale.disputes;
      return (
        view.isPaid &&
        found !== undefined && { about: found.id, values: { ...paid(view), returned: money(view, found.amount) } }
      );
    },
  },
  {
    ...{ id: 'refunded-partly', tone: 'ok', cause: 'staff', cure: null },
    when: (view) =>
      view.isPaid &&
      view.order.returned > 0n && {
        values: {
          ...{ ...paid(view), returned: money(view, view.order.returned) },
          reason: text(view.sale.refunds.at(-1)?.reason ?? '–'),
        },
      },
  },
  {
    ...{ id: 'paid-and-surplus-returned', tone: 'ok', cause: 'buyer', cure: null },
    when: (view) => {
      const surplus = view.sale.exceptions.find(({ kind }) => kind === 'surplus');
      return (
        view.isPaid && surplus !== undefined && { values: { ...paid(view), surplus: money(view, surplus.amount) } }
      );
    },
  },
  {
    ...{ id: 'paid-after-refusal', tone: 'ok', cause: 'gateway', cure: null },
    when: (view) => {
      const at = view.isPaid ? lateCapture(view) : null;
      return at !== null && { values: { ...paid(view), at: time(at) } };
    },
  },
  {
    ...{ id: 'paid-by-several', tone: 'ok', cause: 'nobody', cure: null },
    when: (view) =>
      view.isPaid && view.captured.length > 1 && { values: { ...paid(view), parts: count(view.captured.length) } },
  },
  {
    ...{ id: 'paid-after-tries', tone: 'ok', cause: 'nobody', cure: null },
    when: (view) =>
      view.isPaid &&
      view.sale.attempts.length > 1 && { values: { ...paid(view), tries: count(view.sale.attempts.length) } },
  },
  {
    ...{ id: 'paid-nothing-due', tone: 'ok', cause: 'nobody', cure: null },
    when: (view) => view.isPaid && view.sale.attempts.length === 0 && { values: paid(view) },
  },
  {
    ...{ id: 'paid', tone: 'ok', cause: 'nobody', cure: null },
    when: (view) => view.isPaid && view.captured.length === 1 && { values: paid(view) },
  },
];
