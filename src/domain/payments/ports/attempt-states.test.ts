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

describe('the state table of an attempt', () => {
  test('is whole: every state is known and can be reached', () => {
    expect(() => assertStateTable('created', attemptTransitions)).not.toThrow();
    expect(() => assertStateTable('open', orderTransitions)).not.toThrow();
  });

  test('never turns a capture into a decline or anything else', () => {
    for (const state of attemptStates) expect(mayMove('captured', state)).toBe(state === 'captured');
  });

  test('allows a late capture in every state', () => {
    for (const state of attemptStates) expect(mayMove(state, 'captured')).toBe(true);
  });

  test('never goes back to created', () => {
    for (const state of attemptStates) expect(mayMove(state, 'created')).toBe(state === 'created');
  });

  test('names the states that may still capture, and those that only the gateway can decide', () => {
    expect(attemptStates.filter(isOpen)).toEqual(['created', 'awaiting-buyer', 'processing', 'unknown', 'authorized']);
    expect(attemptStates.filter(isUndecided)).toEqual(['created', 'processing', 'unknown', 'authorized']);
  });

  test('has next actions only before a final fact, and no unknown state after a known fact', () => {
    expect(fromWhich('awaiting-buyer')).toEqual(['created', 'processing', 'unknown']);
    expect(fromWhich('processing')).toEqual(['created', 'awaiting-buyer', 'unknown']);
    expect(fromWhich('unknown')).toEqual(['created']);
  });

  test('declines an undecided attempt; an authorization only ends by capture or void', () => {
    const undecided = ['created', 'awaiting-buyer', 'processing', 'unknown'];
    for (const refusal of ['declined', 'expired', 'failed'] as const) expect(fromWhich(refusal)).toEqual(undecided);
    expect(fromWhich('voided')).toEqual([...undecided, 'authorized']);
  });

  test('allows an authorization after a decline, and not after a void', () => {
    expect(fromWhich('authorized')).toEqual([
      ...['created', 'awaiting-buyer', 'processing', 'unknown'],
      ...['declined', 'expired', 'failed'],
    ]);
  });

  test('stops the start of the product when it is broken', () => {
    const lost: Record<'a' | 'b', ('a' | 'b')[]> = { a: [], b: [] };
    expect(() => assertStateTable('a', lost)).toThrow('No way leads to b');
    const alone: Record<'a' | 'b' | 'c', ('a' | 'b' | 'c')[]> = { a: [], b: ['c'], c: ['b'] };
    expect(() => assertStateTable('a', alone)).toThrow('No way leads to b, c');
    const unknown = { a: ['nowhere'] } as Record<string, string[]>;
    expect(() => assertStateTable('a', unknown)).toThrow('a leads to nowhere, which is not a state');
  });
});
