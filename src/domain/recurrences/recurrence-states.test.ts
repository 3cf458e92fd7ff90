import { describe, expect, test } from 'vitest';
import { assertStateTable } from '#src/kernel/errors/state-table.ts';
import { mayMoveRecurrence, recurrenceStates, recurrenceTransitions } from './recurrence.types.ts';

const fromWhich = (to: (typeof recurrenceStates)[number]) =>
  recurrenceStates.filter((from) => from !== to && mayMoveRecurrence(from, to));

describe('the table of a consent', () => {
  test('is whole: every state is known and can be reached', () => {
    expect(() => assertStateTable('recurrence', 'created', recurrenceTransitions)).not.toThrow();
  });

  test('hears the same twice without a change', () => {
    for (const state of recurrenceStates) expect(mayMoveRecurrence(state, state)).toBe(true);
  });

  test('is answered once, and ended by anybody before that and after', () => {
    expect([fromWhich('approved'), fromWhich('rejected'), fromWhich('expired')]).toEqual([
      ['created'],
      ['created'],
      ['created'],
    ]);
    expect(fromWhich('canceled')).toEqual(['created', 'approved']);
    expect(fromWhich('created')).toEqual([]);
  });
});
