import { describe, expect, test } from 'vitest';
import { type AttemptState, attemptStates } from '../ports/attempt-states.ts';
import { decideAdmission } from './decide-admission.server.ts';

const attempt = (state: AttemptState, change: object = {}) => ({
  ...{ state, superseded: false, sealed_request: null, part: null, capture_requested: false },
  ...change,
});

describe('a new attempt beside existing ones', () => {
  test('supersedes those that await their buyer, and begins beside ended ones', () => {
    const waits = attempt('awaiting-buyer');
    const ended = (['captured', 'declined', 'expired', 'voided', 'failed'] as const).map((state) => attempt(state));
    expect(decideAdmission([...ended, waits], false)).toEqual({ supersede: [waits] });
    expect(decideAdmission([], false)).toEqual({ supersede: [] });
  });

  test.each(['created', 'processing', 'unknown', 'authorized'] as const)(
    'waits for one that is %s: its money may be on the way',
    (state) => {
      const busy = attempt(state);
      expect(decideAdmission([attempt('awaiting-buyer'), busy], false)).toEqual({ busy });
    },
  );

  test('ignores superseded ones', () => {
    for (const state of attemptStates)
      expect(decideAdmission([attempt(state, { superseded: true })], false)).toEqual({ supersede: [] });
  });

  test('cancels parts that were not begun, last', () => {
    const inLine = attempt('created', { sealed_request: {}, part: 1 });
    const waits = attempt('awaiting-buyer', { part: 0 });
    expect(decideAdmission([inLine, waits], true)).toEqual({ supersede: [waits, inLine] });
  });

  test('keeps an authorized part for a payment beside it, and for no other', () => {
    const held = attempt('authorized', { part: 0 });
    expect(decideAdmission([held], true)).toEqual({ supersede: [] });
    expect(decideAdmission([held], false)).toEqual({ busy: held });
    const taken = attempt('authorized', { part: 0, capture_requested: true });
    expect(decideAdmission([taken], true)).toEqual({ busy: taken });
    const alone = attempt('authorized');
    expect(decideAdmission([alone], true)).toEqual({ busy: alone });
  });
});
