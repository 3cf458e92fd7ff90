import { describe, expect, test } from 'vitest';
import { assertStateTable } from '#src/kernel/errors/state-table.ts';
import { orderTransitions } from '../orders/index.server.ts';
import { attemptStates, attemptTransitions, mayMove } from './attempt-states.ts';

describe('the table of an attempt', () => {
  test('is whole: every state is known and can be reached', () => {
    expect(() => assertStateTable('attempt', 'created', attemptTransitions)).not.toThrow();
    expect(() => assertStateTable('order', 'open', orderTransitions)).not.toThrow();
  });

  test('never lets money become a refusal, nor anything else', () => {
    for (const state of attemptStates) expect(mayMove('captured', state)).toBe(state === 'captured');
  });

  test('lets late truth through: whatever was said before, money may still arrive', () => {
    for (const state of attemptStates) expect(mayMove(state, 'captured')).toBe(true);
  });

  test('never goes back to created', () => {
    for (const state of attemptStates) expect(mayMove(state, 'created')).toBe(state === 'created');
  });

  test('a broken table stops the start', () => {
    const lost: Record<'a' | 'b', ('a' | 'b')[]> = { a: [], b: [] };
    expect(() => assertStateTable('lost', 'a', lost)).toThrow('no way leads to b');
    const unknown = { a: ['nowhere'] } as Record<string, string[]>;
    expect(() => assertStateTable('unknown', 'a', unknown)).toThrow('nowhere, which is not a state');
  });
});
