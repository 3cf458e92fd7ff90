import { type Rules, rules } from './rules.ts';

/** Faults that a checkout may have, each by one decision that is made wrongly. Every one must be found. */
export const planted: Readonly<Record<string, Partial<Rules>>> = {
  'a refund makes a payment a failure': {
    decideFact(attempt, order, fact, known) {
      const right = rules.decideFact(attempt, order, fact, known);
      const isUndone = attempt.state === 'captured' && fact.movements.some(({ kind }) => kind === 'refund');
      return isUndone ? { ...right, state: 'failed', change: { ...right.change, state: 'failed' } } : right;
    },
  },
  'silence counts as a refusal': {
    factOfStart: (answer, now) =>
      rules.factOfStart(answer.kind === 'silent' ? { kind: 'unreachable', reason: answer.reason } : answer, now),
  },
  'a new try begins beside one whose money is on the way': {
    busyPart: () => null,
    wayFor: () => ({ giveUp: [] }),
  },
  'what is paid too much is kept in silence': {
    divideCaptures(fresh, asked, before) {
      const { parts, ...rest } = rules.divideCaptures(fresh, asked, before);
      return { ...rest, parts: parts.map(({ movement, part }) => ({ movement, part: { ...part, surplus: 0n } })) };
    },
  },
  'parts are taken before the whole price is there': {
    decideCover(total, received, legs) {
      const right = rules.decideCover(total, received, legs);
      const reserved = legs.filter(({ state, superseded }) => state === 'authorized' && !superseded);
      return { ...right, capture: reserved.map(({ id }) => id) };
    },
    decideRescueEnd: () => ({ kind: 'none' }),
  },
  'the time for the rest of a price never ends': { isRescueOver: () => false, isToBeTaken: () => false },
  'refunds forget what was promised before': {
    sourcesOf: (lines) => rules.sourcesOf(lines, []),
  },
  'nobody looks again': {
    postponed: () => ({ checks: 0, not_found: 0, contradictions: 0, next_check_at: null }),
    isWorkedOn: () => false,
  },
  'a refund that ended an equal debt is forgotten': { decidePartEnd: () => ({ kind: 'ended' }) },
  'money for an order that was given up opens it beside its successor': { mayReopen: () => true },
  'a first part of the price delivers': {
    stateAfterMoney: (state, total, received) =>
      rules.stateAfterMoney(state, received > 0n ? received : total, received),
  },
  'a code counts as taken back when nobody has said so': { whyNotReleased: () => null },
};
