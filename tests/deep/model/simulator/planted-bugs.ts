import { type Rules, rules } from './rules.ts';

/** Faults that a checkout may have, each by one decision that is made wrongly. Every one must be found. */
export const plantedBugs: Readonly<Record<string, Partial<Rules>>> = {
  'a refund makes a payment a failure': {
    decideFact(attempt, order, fact, known) {
      const right = rules.decideFact(attempt, order, fact, known);
      const isUndone = attempt.state === 'captured' && fact.movements.some(({ kind }) => kind === 'refund');
      return isUndone ? { ...right, state: 'failed', change: right.change } : right;
    },
  },
  'silence counts as a refusal': {
    factOfNewCharge: (answer, now) =>
      rules.factOfNewCharge(answer.kind === 'silent' ? { kind: 'unreachable', reason: answer.reason } : answer, now),
  },
  'a new try begins beside one whose money is on the way': {
    busySplitPart: () => null,
    decideAdmission: () => ({ supersede: [] }),
  },
  'what is paid too much is kept in silence': {
    divideCaptures(fresh, asked, before) {
      const { parts, ...rest } = rules.divideCaptures(fresh, asked, before);
      return { ...rest, parts: parts.map(({ movement, part }) => ({ movement, part: { ...part, surplus: 0n } })) };
    },
  },
  'parts are taken before the whole price is there': {
    decideSplit(total, received, splitParts) {
      const right = rules.decideSplit(total, received, splitParts);
      const reserved = splitParts.filter(({ state, superseded }) => state === 'authorized' && !superseded);
      return { ...right, capture: reserved.map(({ id }) => id) };
    },
    decideHoldExpiry: () => ({ kind: 'none' }),
  },
  'the time for the rest of a price never ends': { isHoldExpired: () => false, mustCapture: () => false },
  'refunds forget what was promised before': {
    refundSourcesOf: (lines) => rules.refundSourcesOf(lines, []),
  },
  'nobody looks again': {
    deferCheck: () => ({ checks: 0, not_found: 0, contradictions: 0, next_check_at: null }),
    needsPolling: () => false,
  },
  'a refund that ended an equal debt is forgotten': { decideRefundPartEnd: () => ({ kind: 'ended' }) },
  'money for an order that was given up opens it beside its successor': { mayReopenOrder: () => true },
  'a first part of the price delivers': {
    stateAfterPayment: (state, total, received) =>
      rules.stateAfterPayment(state, received > 0n ? received : total, received),
  },
  'a code counts as taken back when nobody has said so': { whyNotVoided: () => null },
};
