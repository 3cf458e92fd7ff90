import { describe, expect, test } from 'vitest';
import { attemptStates } from './attempt-states.ts';
import { wayFor } from './decide-way.server.ts';

const attempt = (state: string, change: object = {}) => ({
  ...{ state, superseded: false, pending: null, leg: null, capture_wanted: false },
  ...change,
});

describe('a new try beside those that are there', () => {
  test('sets aside what waits for its buyer, and begins beside what has ended', () => {
    const waits = attempt('awaiting-buyer');
    const ended = ['captured', 'declined', 'expired', 'voided', 'failed'].map((state) => attempt(state));
    expect(wayFor([...ended, waits], false)).toEqual({ giveUp: [waits] });
    expect(wayFor([], false)).toEqual({ giveUp: [] });
  });

  test.each(['created', 'processing', 'unknown', 'authorized'])(
    'waits for one that is %s: its money may be on the way',
    (state) => {
      const busy = attempt(state);
      expect(wayFor([attempt('awaiting-buyer'), busy], false)).toEqual({ busy });
    },
  );

  test('does not look at what was set aside before', () => {
    for (const state of attemptStates)
      expect(wayFor([attempt(state, { superseded: true })], false)).toEqual({ giveUp: [] });
  });

  test('gives up parts that were not begun, last', () => {
    const inLine = attempt('created', { pending: {}, leg: 1 });
    const waits = attempt('awaiting-buyer', { leg: 0 });
    expect(wayFor([inLine, waits], true)).toEqual({ giveUp: [waits, inLine] });
  });

  test('keeps a reserved part for who pays beside it; nobody else may', () => {
    const held = attempt('authorized', { leg: 0 });
    expect(wayFor([held], true)).toEqual({ giveUp: [] });
    expect(wayFor([held], false)).toEqual({ busy: held });
    const taken = attempt('authorized', { leg: 0, capture_wanted: true });
    expect(wayFor([taken], true)).toEqual({ busy: taken });
    const alone = attempt('authorized');
    expect(wayFor([alone], true)).toEqual({ busy: alone });
  });
});
