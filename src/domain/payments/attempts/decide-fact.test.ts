import { describe, expect, test } from 'vitest';
import { type AttemptState, attemptStates, mayMove } from '../ports/attempt-states.ts';
import { decideFact, type FactSubject } from './decide-fact.server.ts';
import type { GatewayFact } from '../ports/gateway.port.ts';
import { checkBackoffSeconds } from './next-check.ts';

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);
const day = 86_400;

function attempt(change: Partial<FactSubject> = {}): FactSubject {
  return {
    ...{ state: 'unknown', checks: 3, superseded: false, void_state: null, part: null, capture_requested: false },
    ...{ expires_at: at(3600), deadline_at: at(7200), decline_code: null },
    ...change,
  };
}

const fact = (state: GatewayFact['state'], more: Partial<GatewayFact> = {}): GatewayFact => ({
  state,
  movements: [],
  at: now,
  ...more,
});
const knows = (captured = 0n, recheckDays?: number) => ({ captured, now, recheckDays });
const refused = { code: 'funds', raw: '51', reversible: true };

describe('the state after a gateway fact', () => {
  test('is captured with money, whatever status was reported, and never without', () => {
    for (const word of ['declined', 'expired', 'voided', 'processing'] as const)
      expect(decideFact(attempt(), 'open', fact(word), knows(1n))).toMatchObject({
        from: 'unknown',
        state: 'captured',
        moved: true,
      });
    expect(decideFact(attempt(), 'open', fact('captured'), knows(0n)).state).toBe('processing');
    expect(decideFact(attempt({ state: 'captured' }), 'paid', fact('failed'), knows(0n)).state).toBe('captured');
  });

  test('moves as the state table allows, and stays otherwise', () => {
    const words = attemptStates.filter((state) => state !== 'created' && state !== 'captured');
    for (const from of attemptStates) {
      for (const word of words) {
        const { state, moved } = decideFact(attempt({ state: from }), 'open', fact(word), knows());
        expect({ from, word, state, moved }).toEqual({
          from,
          word,
          state: mayMove(from, word) ? word : from,
          moved: from !== word && mayMove(from, word),
        });
      }
    }
  });
});

describe('the stored fields of an attempt', () => {
  test('after a move: the count begins anew, the reason is the new one, the next action is cleared', () => {
    const { change, state, refusal, declineCode } = decideFact(
      attempt({ decline_code: 'old' }),
      'open',
      fact('declined', { decline: refused }),
      knows(),
    );
    expect(change).toEqual({
      ...{ checks: 0, not_found: 0, contradictions: 0, updated_at: now, next_check_at: null },
      ...{ next_action: null, decline_code: 'funds', decline_raw: '51' },
    });
    expect([state, refusal, declineCode]).toEqual(['declined', refused, 'funds']);
  });

  test('after a move without a reason lose the old one', () => {
    const { change, refusal, declineCode } = decideFact(
      attempt({ decline_code: 'old' }),
      'open',
      fact('processing'),
      knows(),
    );
    expect(change).toMatchObject({ decline_code: null, decline_raw: null });
    expect([refusal, declineCode]).toEqual([undefined, null]);
  });

  test('after a repeated fact count one poll more, and keep the rest', () => {
    const again = decideFact(attempt({ decline_code: 'old' }), 'open', fact('unknown', { decline: refused }), knows());
    expect(again.change).toStrictEqual({
      ...{ checks: 4, not_found: 0, contradictions: 0, updated_at: now },
      ...{ next_check_at: at(checkBackoffSeconds(4)) },
    });
    expect(again).toMatchObject({ state: 'unknown', moved: false, refusal: undefined, declineCode: 'old', job: null });
  });

  test('contain the gateway’s id, payment details and next action', () => {
    const nextAction = { kind: 'redirect', url: 'https://bank.example/', fields: {} } as const;
    const reported = fact('unknown', { reference: 'ch_1', instructions: { code: '00020' }, nextAction });
    expect(decideFact(attempt(), 'open', reported, knows()).change).toMatchObject({
      ...{ reference: 'ch_1', instructions: '{"code":"00020"}', next_action: JSON.stringify(nextAction) },
    });
  });

  test('contain the recheck time of a capture, where it may be reversed', () => {
    const taken = decideFact(attempt(), 'open', fact('captured'), knows(1n, 180));
    expect(taken.change.recheck_at).toEqual(at(day));
    expect(decideFact(attempt(), 'open', fact('captured'), knows(1n)).change.recheck_at).toBeNull();
    expect(
      decideFact(attempt({ state: 'captured' }), 'paid', fact('captured'), knows(1n, 180)).change,
    ).not.toHaveProperty('recheck_at');
    expect(decideFact(attempt(), 'open', fact('declined'), knows(0n, 180)).change).not.toHaveProperty('recheck_at');
  });
});

describe('the next poll of an attempt', () => {
  test('is rare for an authorized part; soon for one being captured or alone', () => {
    const next = (change: Partial<FactSubject>) =>
      decideFact(attempt(change), 'open', fact('authorized'), knows()).change.next_check_at;
    expect(next({ part: 0 })).toEqual(at(1800));
    expect(next({ part: 0, capture_requested: true })).toEqual(at(checkBackoffSeconds(0)));
    expect(next({})).toEqual(at(checkBackoffSeconds(0)));
    expect(decideFact(attempt({ part: 0 }), 'open', fact('processing'), knows()).change.next_check_at).toEqual(
      at(checkBackoffSeconds(0)),
    );
  });

  test('is at the deadline for a code; soon while it is being made', () => {
    const next = (instructions: GatewayFact['instructions']) =>
      decideFact(attempt(), 'open', fact('awaiting-buyer', { ...(instructions && { instructions }) }), knows()).change
        .next_check_at;
    expect([next({ code: '1' }), next(undefined)]).toEqual([at(3600), at(3600)]);
    expect(next({ pending: true })).toEqual(at(checkBackoffSeconds(0)));
  });
});

describe('the job after a fact', () => {
  test('polls an undecided attempt: at once for an authorization, later for the rest', () => {
    const jobAfter = (state: GatewayFact['state']) => decideFact(attempt(), 'open', fact(state), knows()).job;
    expect(jobAfter('authorized')).toEqual({ name: 'resolve-attempt', startAfterSeconds: 0 });
    expect(jobAfter('processing')).toEqual({ name: 'resolve-attempt', startAfterSeconds: 5 });
    expect(jobAfter('expired')).toEqual({ name: 'void-attempt' });
    for (const state of ['awaiting-buyer', 'declined', 'voided', 'failed'] as const) expect(jobAfter(state)).toBeNull();
    expect(decideFact(attempt({ part: 0 }), 'open', fact('authorized'), knows()).job).toBeNull();
    expect(decideFact(attempt({ part: 0, capture_requested: true }), 'open', fact('authorized'), knows()).job).toEqual({
      name: 'resolve-attempt',
      startAfterSeconds: 0,
    });
  });
});

describe('the void of an unwanted attempt', () => {
  const voids = { job: { name: 'void-attempt' }, change: { void_state: 'requested' } };

  test.each(['awaiting-buyer', 'authorized'] as const)(
    'is requested for one that is superseded or of a closed order: %s',
    (state) => {
      expect(decideFact(attempt({ superseded: true }), 'open', fact(state), knows())).toMatchObject({
        ...voids,
        change: { superseded: true },
      });
      for (const over of ['paid', 'refunded', 'closed'] as const)
        expect(decideFact(attempt(), over, fact(state), knows())).toMatchObject({
          ...voids,
          change: { void_state: 'requested', superseded: true },
        });
      for (const waits of ['open', 'partly-paid'] as const)
        expect(decideFact(attempt(), waits, fact(state), knows()).change.void_state).not.toBe('requested');
    },
  );

  test('is requested once, and again after a new authorization', () => {
    const anew = (word: GatewayFact['state']) =>
      decideFact(attempt({ state: 'failed', void_state: 'done' }), 'open', fact(word), knows(0n)).change;
    expect(anew('authorized').void_state).toBeNull();
    expect(anew('declined')).not.toHaveProperty('void_state');
    const still = attempt({ state: 'authorized', void_state: 'requested' });
    expect(decideFact(still, 'open', fact('authorized'), knows()).change).not.toHaveProperty('void_state');
  });

  test('is requested once, by the fact that moves it', () => {
    const again = decideFact(attempt({ state: 'authorized', superseded: true }), 'open', fact('authorized'), knows());
    expect([again.job, again.change.void_state]).toEqual([null, undefined]);
  });

  test('is requested for every expired code, wanted or not', () => {
    const over = decideFact(attempt({ state: 'awaiting-buyer' }), 'open', fact('expired'), knows());
    expect(over).toMatchObject({ ...voids, change: { void_state: 'requested', superseded: false } });
  });

  test('is not requested for one that is declined or cannot be voided yet', () => {
    for (const state of ['declined', 'failed', 'voided', 'processing'] as const)
      expect(decideFact(attempt({ superseded: true }), 'closed', fact(state), knows()).change).not.toHaveProperty(
        'void_state',
      );
  });

  test('is requested at the deadline for one that its gateway still processes, once', () => {
    const works = (change: Partial<FactSubject>) =>
      decideFact(attempt({ state: 'processing', ...change }), 'open', fact('processing'), knows());
    expect(works({ deadline_at: now })).toMatchObject({
      ...voids,
      change: { void_state: 'requested', superseded: false },
    });
    expect(works({ deadline_at: at(1) }).job).toBeNull();
    expect(works({ deadline_at: now, void_state: 'requested' }).job).toBeNull();
    expect(decideFact(attempt({ deadline_at: now }), 'open', fact('unknown'), knows()).job).toBeNull();
  });
});

test('a contradicted charge that is reported as requested ends the contradiction', () => {
  const ends = (state: AttemptState, word: GatewayFact['state'], captured = 0n) =>
    decideFact(attempt({ state }), 'open', fact(word), knows(captured)).resolvesContradiction;
  expect([ends('failed', 'authorized'), ends('failed', 'captured', 1n), ends('voided', 'captured', 1n)]).toEqual([
    true,
    true,
    true,
  ]);
  expect([ends('failed', 'failed'), ends('voided', 'authorized'), ends('declined', 'captured', 1n)]).toEqual([
    false,
    false,
    false,
  ]);
});
