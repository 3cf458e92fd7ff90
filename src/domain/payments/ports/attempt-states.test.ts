import { describe, expect, test } from 'vitest';
import { assertStateTable } from '#src/kernel/result/state-table.ts';
import { orderTransitions } from '../../orders/index.ts';
import {
  type AttemptState,
  attemptStates,
  attemptTransitions,
  isOpen,
  isUndecided,
  mayMove,
} from './attempt-states.ts';

const fromWhich = (to: AttemptState): AttemptState[] =>
  attemptStates.filter((from) => from !== to && mayMove(from, to));

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

  test('says what may still take money, and what of that nobody but the gateway can tell', () => {
    expect(attemptStates.filter(isOpen)).toEqual(['created', 'awaiting-buyer', 'processing', 'unknown', 'authorized']);
    expect(attemptStates.filter(isUndecided)).toEqual(['created', 'processing', 'unknown', 'authorized']);
  });

  test('asks the buyer only before anything was heard for good, and silence follows nothing that was heard', () => {
    expect(fromWhich('awaiting-buyer')).toEqual(['created', 'processing', 'unknown']);
    expect(fromWhich('processing')).toEqual(['created', 'awaiting-buyer', 'unknown']);
    expect(fromWhich('unknown')).toEqual(['created']);
  });

  test('refuses what is undecided; a reservation only ends by being taken or let go', () => {
    const undecided = ['created', 'awaiting-buyer', 'processing', 'unknown'];
    for (const refusal of ['declined', 'expired', 'failed'] as const) expect(fromWhich(refusal)).toEqual(undecided);
    expect(fromWhich('voided')).toEqual([...undecided, 'authorized']);
  });

  test('a late reservation may come after a refusal, and not after it was let go', () => {
    expect(fromWhich('authorized')).toEqual([
      ...['created', 'awaiting-buyer', 'processing', 'unknown'],
      ...['declined', 'expired', 'failed'],
    ]);
  });

  test('a broken table stops the start', () => {
    const lost: Record<'a' | 'b', ('a' | 'b')[]> = { a: [], b: [] };
    expect(() => assertStateTable('lost', 'a', lost)).toThrow('lost: no way leads to b');
    const alone: Record<'a' | 'b' | 'c', ('a' | 'b' | 'c')[]> = { a: [], b: ['c'], c: ['b'] };
    expect(() => assertStateTable('alone', 'a', alone)).toThrow('alone: no way leads to b, c');
    const unknown = { a: ['nowhere'] } as Record<string, string[]>;
    expect(() => assertStateTable('unknown', 'a', unknown)).toThrow(
      'unknown: a leads to nowhere, which is not a state',
    );
  });
});
