import { describe, expect, test } from 'vitest';
import { assertStateTable } from '#src/kernel/result/state-table.ts';
import { mayMoveMandate, mandateStates, mandateTransitions } from './mandate.types.ts';

const fromWhich = (to: (typeof mandateStates)[number]) =>
  mandateStates.filter((from) => from !== to && mayMoveMandate(from, to));

describe('the state table of a mandate', () => {
  test('is whole: every state is known and can be reached', () => {
    expect(() => assertStateTable('created', mandateTransitions)).not.toThrow();
  });

  test('accepts a repeated fact without a change', () => {
    for (const state of mandateStates) expect(mayMoveMandate(state, state)).toBe(true);
  });

  test('is answered once, and ended by either side before that and after', () => {
    expect([fromWhich('approved'), fromWhich('rejected'), fromWhich('expired')]).toEqual([
      ['created'],
      ['created'],
      ['created'],
    ]);
    expect(fromWhich('canceled')).toEqual(['created', 'approved']);
    expect(fromWhich('created')).toEqual([]);
  });
});
