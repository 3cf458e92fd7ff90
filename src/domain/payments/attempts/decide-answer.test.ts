import { describe, expect, test } from 'vitest';
import { attemptStates } from '../ports/attempt-states.ts';
import {
  type PolledAttempt,
  factOfNewCharge,
  mustCapture,
  needsPolling,
  interpretAnswer,
  deferCheck,
  refusedCaptureAsVoid,
  whyNotVoided,
} from './decide-answer.server.ts';
import type { GatewayAnswer, GatewayFact } from '../ports/gateway.port.ts';
import { checkBackoffSeconds } from './next-check.ts';

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

function attempt(change: Partial<PolledAttempt> = {}): PolledAttempt {
  return {
    ...{ state: 'unknown', checks: 2, reference: null, not_found: 0, contradictions: 0, instructions: null },
    ...{ created_at: at(-3600), expires_at: at(3600), deadline_at: at(7200) },
    ...change,
  };
}

const fact = (state: GatewayFact['state']): GatewayFact => ({ state, movements: [], at: now });
const says = (state: GatewayFact['state']): GatewayAnswer => ({ kind: 'fact', fact: fact(state) });
const mismatch: GatewayAnswer = { kind: 'silent', reason: 'mismatch-amount' };
const silent: GatewayAnswer = { kind: 'silent', reason: 'timeout' };
const notFound: GatewayAnswer = { kind: 'not-found' };
const unreachable: GatewayAnswer = { kind: 'unreachable', reason: 'refused' };

describe('an authorization', () => {
  const reserved = { state: 'authorized' as const, superseded: false, part: null, capture_requested: false };

  test('is captured once it is wanted; a part of a price only on request', () => {
    expect(mustCapture(reserved)).toBe(true);
    expect(mustCapture({ ...reserved, superseded: true })).toBe(false);
    expect(mustCapture({ ...reserved, part: 0 })).toBe(false);
    expect(mustCapture({ ...reserved, part: 0, capture_requested: true })).toBe(true);
    const others = attemptStates.filter((state) => state !== 'authorized');
    expect(others.filter((state) => mustCapture({ ...reserved, state }))).toEqual([]);
  });

  test('that waits for the rest of a price needs no job; every other undecided attempt does', () => {
    expect(needsPolling({ ...reserved, part: 0 })).toBe(false);
    expect(needsPolling({ ...reserved, part: 0, capture_requested: true })).toBe(true);
    expect(needsPolling({ ...reserved, part: 0, superseded: true })).toBe(true);
    expect(needsPolling(reserved)).toBe(true);
    expect(needsPolling({ ...reserved, state: 'unknown', part: 0 })).toBe(true);
    expect(needsPolling({ ...reserved, state: 'captured', capture_requested: true })).toBe(false);
  });
});

describe('a gateway’s answer', () => {
  test('with a fact is applied', () => {
    expect(interpretAnswer(says('captured'), attempt(), now)).toEqual({ kind: 'fact', fact: fact('captured') });
  });

  test('that is missing, or a failed connection, is no fact', () => {
    for (const answer of [silent, unreachable])
      expect(interpretAnswer(answer, attempt({ not_found: 9, contradictions: 9 }), now)).toEqual({
        kind: 'nothing',
        answerClass: 'nothing',
      });
  });

  test('about a payable code is pending until its deadline, and then expires it', () => {
    const waits = { state: 'awaiting-buyer', expires_at: at(-60) } as const;
    expect(interpretAnswer(says('awaiting-buyer'), attempt({ ...waits, deadline_at: at(1) }), now)).toEqual({
      ...{ kind: 'fact', fact: fact('awaiting-buyer') },
    });
    expect(interpretAnswer(says('awaiting-buyer'), attempt({ ...waits, deadline_at: now }), now)).toEqual({
      ...{ kind: 'fact', fact: fact('expired') },
    });
    expect(interpretAnswer(says('processing'), attempt({ ...waits, deadline_at: now }), now)).toEqual({
      ...{ kind: 'fact', fact: fact('processing') },
    });
  });

  test('about a code unknown to its gateway expires it at its deadline, not before', () => {
    const waits = { state: 'awaiting-buyer', not_found: 9 } as const;
    expect(interpretAnswer(notFound, attempt({ ...waits, deadline_at: at(1) }), now)).toEqual({
      kind: 'nothing',
      answerClass: 'not-found',
    });
    expect(interpretAnswer(notFound, attempt({ ...waits, deadline_at: now }), now)).toEqual({
      kind: 'fact',
      fact: fact('expired'),
    });
  });

  describe('an answer of an unknown charge', () => {
    const lost = {
      ...fact('failed'),
      decline: { code: 'gateway-lost', raw: 'not-found', reversible: true },
    };
    const old = { created_at: at(-60), not_found: 2 } as const;

    test('is accepted the third time, a minute after the call', () => {
      expect(interpretAnswer(notFound, attempt(old), now)).toEqual({ kind: 'fact', fact: lost });
      for (const change of [{ created_at: at(-59) }, { not_found: 1 }])
        expect(interpretAnswer(notFound, attempt({ ...old, ...change }), now)).toEqual({
          kind: 'nothing',
          answerClass: 'not-found',
        });
    });

    test('is not accepted for a charge that was known before, until its deadline', () => {
      const named = { ...old, reference: 'ch_1' };
      expect(interpretAnswer(notFound, attempt({ ...named, deadline_at: at(1) }), now).kind).toBe('nothing');
      expect(interpretAnswer(notFound, attempt({ ...named, deadline_at: now }), now)).toEqual({
        kind: 'fact',
        fact: lost,
      });
    });
  });

  describe('an answer with another amount', () => {
    const often = { contradictions: 4, created_at: at(-600) } as const;
    const ended = (state: 'failed' | 'voided') => ({
      kind: 'contradicted',
      reason: 'mismatch-amount',
      fact: { ...fact(state), decline: { code: 'gateway-mismatch', raw: 'mismatch-amount', reversible: true } },
    });

    test('ends the polls the fifth time, ten minutes after the charge was made', () => {
      expect(interpretAnswer(mismatch, attempt(often), now)).toEqual(ended('failed'));
      for (const change of [{ contradictions: 3 }, { created_at: at(-599) }])
        expect(interpretAnswer(mismatch, attempt({ ...often, ...change }), now)).toEqual({
          kind: 'nothing',
          answerClass: 'contradiction',
        });
    });

    test('ends the attempt at the deadline, however often it came', () => {
      expect(interpretAnswer(mismatch, attempt({ deadline_at: now, created_at: at(-9) }), now)).toEqual(
        ended('failed'),
      );
      expect(interpretAnswer(mismatch, attempt({ deadline_at: at(1), created_at: at(-9) }), now).kind).toBe('nothing');
    });

    test('voids an authorization, and changes no ended attempt', () => {
      expect(interpretAnswer(mismatch, attempt({ ...often, state: 'authorized' }), now)).toEqual(ended('voided'));
      expect(interpretAnswer(mismatch, attempt({ ...often, state: 'captured' }), now)).toEqual({
        kind: 'nothing',
        answerClass: 'contradiction',
      });
    });

    test('is unlike any other missing answer', () => {
      const odd: GatewayAnswer = { kind: 'silent', reason: 'no-mismatch-amount' };
      expect(interpretAnswer(odd, attempt(often), now)).toEqual({ kind: 'nothing', answerClass: 'nothing' });
    });
  });
});

describe('a poll without news', () => {
  test('delays the next poll, and counts the answer', () => {
    const seen = attempt({ not_found: 4, contradictions: 6 });
    const next_check_at = at(checkBackoffSeconds(3));
    expect(deferCheck(seen, 'nothing', now)).toEqual({ checks: 3, not_found: 4, contradictions: 6, next_check_at });
    expect(deferCheck(seen, 'not-found', now)).toEqual({ checks: 3, not_found: 5, contradictions: 6, next_check_at });
    expect(deferCheck(seen, 'contradiction', now)).toEqual({
      checks: 3,
      not_found: 4,
      contradictions: 7,
      next_check_at,
    });
  });

  test('is not repeated for an ended attempt', () => {
    for (const state of ['captured', 'declined', 'expired', 'voided', 'failed'] as const)
      expect(deferCheck(attempt({ state }), 'nothing', now)).toBeNull();
  });

  test('of a code is repeated at its deadline; soon while it is being made', () => {
    const waits = attempt({ state: 'awaiting-buyer' });
    expect(deferCheck(waits, 'nothing', now)?.next_check_at).toEqual(at(3600));
    const made = attempt({ state: 'awaiting-buyer', instructions: { pending: true } });
    expect(deferCheck(made, 'nothing', now)?.next_check_at).toEqual(at(checkBackoffSeconds(3)));
  });
});

describe('the connection of a new charge', () => {
  test('passes a fact on; silence is not a decline; a request that never left may be repeated', () => {
    expect(factOfNewCharge(says('captured'), now)).toEqual(fact('captured'));
    expect(factOfNewCharge(silent, now)).toEqual(fact('unknown'));
    const decline = { code: 'gateway-unreachable', reversible: true };
    expect(factOfNewCharge(unreachable, now)).toEqual({ ...fact('failed'), decline: { ...decline, raw: 'refused' } });
    expect(factOfNewCharge(notFound, now)).toEqual({ ...fact('failed'), decline: { ...decline, raw: 'not-found' } });
  });
});

describe('a capture declined for good', () => {
  test.each(['declined', 'failed', 'expired'] as const)('voids the authorization: %s', (state) => {
    expect(refusedCaptureAsVoid(says(state))).toEqual(says('voided'));
  });

  test('passes any other answer on', () => {
    for (const answer of [
      says('captured'),
      says('authorized'),
      says('voided'),
      says('unknown'),
      silent,
      notFound,
      unreachable,
    ])
      expect(refusedCaptureAsVoid(answer)).toBe(answer);
  });
});

describe('the void of a charge', () => {
  test('is unknown while the connection is down, whatever is stored here', () => {
    expect(whyNotVoided(silent, 'expired')).toBe('silent');
    expect(whyNotVoided(unreachable, 'captured')).toBe('unreachable');
  });

  test('is complete once the attempt has ended, and not while its charge may still be captured', () => {
    for (const answer of [notFound, says('voided')]) expect(whyNotVoided(answer, 'voided')).toBeNull();
    expect(whyNotVoided(notFound, 'awaiting-buyer')).toBe('not-found');
    expect(whyNotVoided(says('processing'), 'processing')).toBe('processing');
  });
});
