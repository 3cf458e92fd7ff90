import { describe, expect, test } from 'vitest';
import { reminders } from '#tests/support/worlds/domain-school.ts';
import { nextReminder } from './next-reminder.ts';

/** Noon in São Paulo. */
const left = new Date('2026-11-20T15:00:00Z');
const after = (minutes: number): Date => new Date(left.getTime() + minutes * 60_000);
const next = (from: number, minutes: number) => nextReminder(reminders, left, from, after(minutes), 'BR');

describe('next reminder', () => {
  test('is planned from the buyer’s last request by the schedule', () => {
    expect(next(0, 5)).toEqual({ step: 0, channel: 'email', at: after(60) });
    expect(next(1, 61)).toEqual({ step: 1, channel: 'sms', at: after(1440) });
    expect(next(2, 1441)).toEqual({ step: 2, channel: 'email', at: after(4320) });
    expect(next(3, 4321)).toBeNull();
  });

  test('is the last one whose time has passed: missed ones are not sent together', () => {
    expect(next(0, 5000)).toMatchObject({ step: 2, channel: 'email' });
    expect(next(0, 1500)).toMatchObject({ step: 1, channel: 'sms' });
  });

  test('is no text message at night, in the hours of the market', () => {
    const evening = new Date('2026-11-20T23:30:00Z');
    const at = (market: 'BR' | 'MZ' | 'PE') => nextReminder(reminders, evening, 1, after(0), market)?.at.toISOString();
    // 24 hours later it is 20:30 in São Paulo, 18:30 in Lima and 01:30 in Maputo.
    expect(at('BR')).toBe('2026-11-22T12:00:00.000Z');
    expect(at('PE')).toBe('2026-11-21T23:30:00.000Z');
    expect(at('MZ')).toBe('2026-11-22T07:00:00.000Z');
  });

  test('is null where the schedule has none', () => {
    expect(nextReminder({ ...reminders, steps: [] }, left, 0, after(60), 'BR')).toBeNull();
  });
});
