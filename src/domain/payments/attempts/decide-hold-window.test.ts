import { describe, expect, test } from 'vitest';
import type { AttemptState } from '../ports/attempt-states.ts';
import { decideHoldExpiry, decideHoldWindow, isHoldExpired, holdWindowSeconds } from './decide-hold-window.server.ts';

const now = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1000);

describe('the hold window of a split', () => {
  test('is opened once, when a part is authorized and the rest is owed', () => {
    expect(decideHoldWindow('held', null, null, now)).toEqual(at(15 * 60));
    expect(holdWindowSeconds).toBe(15 * 60);
    expect(decideHoldWindow('held', at(60), null, now)).toBeUndefined();
    for (const standing of ['under-way', 'waits-for-buyer'] as const) {
      expect(decideHoldWindow(standing, null, null, now)).toBeUndefined();
      expect(decideHoldWindow(standing, at(60), null, now)).toBeUndefined();
    }
  });

  test('is no longer than the shortest authorization', () => {
    expect(decideHoldWindow('held', null, at(600), now)).toEqual(at(600));
    expect(decideHoldWindow('held', null, at(901), now)).toEqual(at(900));
  });

  test('ends when no authorization is left', () => {
    for (const standing of ['covered', 'declined'] as const) {
      expect(decideHoldWindow(standing, at(60), null, now)).toBeNull();
      expect(decideHoldWindow(standing, null, null, now)).toBeUndefined();
    }
  });

  test('expires in its last second, of an order that is not paid', () => {
    for (const state of ['open', 'partly-paid'] as const) {
      expect([
        isHoldExpired(state, now, now),
        isHoldExpired(state, at(1), now),
        isHoldExpired(state, null, now),
      ]).toEqual([true, false, false]);
    }
    for (const state of ['paid', 'refunded', 'closed'] as const) expect(isHoldExpired(state, at(-9), now)).toBe(false);
  });
});

describe('the expiry of a hold window', () => {
  const part = (state: AttemptState, change: object = {}) => ({
    ...{ state, superseded: false, deadline_at: at(300), updated_at: at(-10) },
    ...change,
  });

  test('changes nothing where the price is covered', () => {
    expect(decideHoldExpiry('covered', [part('processing')], now)).toEqual({ kind: 'none' });
  });

  test('undoes the order when no part may pay the rest', () => {
    const endStates = ['authorized', 'captured', 'declined', 'expired', 'voided', 'failed'] as const;
    const ended = endStates.map((state) => part(state));
    expect(decideHoldExpiry('held', ended, now)).toEqual({ kind: 'undo' });
    expect(decideHoldExpiry('held', [part('processing', { superseded: true })], now)).toEqual({ kind: 'undo' });
    expect(decideHoldExpiry('held', [], now)).toEqual({ kind: 'undo' });
  });

  test('waits for an undecided part, a minute after its last answer', () => {
    for (const state of ['created', 'unknown', 'processing'] as const)
      expect(decideHoldExpiry('under-way', [part(state)], now)).toEqual({ kind: 'later', at: at(50) });
    expect(decideHoldExpiry('under-way', [part('unknown', { updated_at: at(-60) })], now)).toEqual({ kind: 'undo' });
  });

  test('waits for a buyer until the deadline they were shown, and for the last of several', () => {
    expect(decideHoldExpiry('held', [part('awaiting-buyer')], now)).toEqual({ kind: 'later', at: at(300) });
    expect(decideHoldExpiry('held', [part('awaiting-buyer', { deadline_at: now })], now)).toEqual({ kind: 'undo' });
    const several = [part('unknown'), part('awaiting-buyer'), part('processing', { updated_at: at(-1) })];
    expect(decideHoldExpiry('held', several, now)).toEqual({ kind: 'later', at: at(300) });
  });
});
