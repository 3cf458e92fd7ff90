import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, localDateOf } from '#src/kernel/time/local-date.ts';
import { marketZone } from '#src/kernel/time/zones.ts';
import { schemeRetryDecision } from '../../payments/decline-policy/index.ts';
import { type FailedCharge, instantOf, nextRetry, type RetryVerdict } from './next-retry.ts';

const zone = marketZone('BR');
const rules = { retryDays: [1, 3, 5, 7], retryHour: 6, cancelDay: 30 };
const allowed = (): RetryVerdict => ({ kind: 'allowed' });
const at = (text: string): Date => new Date(`${text}-03:00`);

function charge(change: Partial<FailedCharge> = {}): FailedCharge {
  return {
    startedOn: '2026-03-31',
    lastTriedAt: at('2026-03-31T07:30:00'),
    retriesMade: 0,
    verdictAt: allowed,
    ...change,
  };
}

describe('next retry of a failed charge', () => {
  test('is on the schedule’s days, in the morning of the market', () => {
    expect(nextRetry(rules, charge(), zone)).toEqual(at('2026-04-01T06:00:00'));
    const third = charge({ lastTriedAt: at('2026-04-03T06:00:05'), retriesMade: 2 });
    expect(nextRetry(rules, third, zone)).toEqual(at('2026-04-05T06:00:00'));
  });

  test('is made up for once when days were missed, and never twice on a day', () => {
    const missed = charge({ lastTriedAt: at('2026-04-06T10:00:00'), retriesMade: 1 });
    expect(nextRetry(rules, missed, zone)).toEqual(at('2026-04-07T06:00:00'));
    const sameDay = charge({ lastTriedAt: at('2026-04-01T00:00:01'), retriesMade: 1 });
    expect(nextRetry(rules, sameDay, zone)).toEqual(at('2026-04-03T06:00:00'));
  });

  test('ends with the schedule', () => {
    expect(nextRetry(rules, charge({ lastTriedAt: at('2026-04-07T06:00:00'), retriesMade: 4 }), zone)).toBeNull();
    expect(nextRetry(rules, charge({ retriesMade: 4 }), zone)).toBeNull();
  });

  test('is null when the instrument will not pay', () => {
    expect(nextRetry(rules, charge({ verdictAt: () => ({ kind: 'never' }) }), zone)).toBeNull();
  });

  test('waits for the end of a scheme’s pause, which may lie after the last day of the schedule', () => {
    const until =
      (text: string) =>
      (when: Date): RetryVerdict =>
        when < at(text) ? { kind: 'not-now', notBefore: at(text) } : { kind: 'allowed' };
    const twoDays = charge({ verdictAt: until('2026-04-02T07:30:00') });
    expect(nextRetry(rules, twoDays, zone)).toEqual(at('2026-04-03T06:00:00'));
    const tenDays = charge({ verdictAt: until('2026-04-10T07:30:00') });
    expect(nextRetry(rules, tenDays, zone)).toEqual(at('2026-04-10T07:30:00'));
    expect(nextRetry({ ...rules, cancelDay: 9 }, tenDays, zone)).toBeNull();
  });

  test('keeps Mastercard’s and Visa’s own rules', () => {
    const refused = (brand: string, returnCode: string, adviceCode?: string) => {
      const lastTriedAt = at('2026-03-31T07:30:00');
      const asked = { amount: 9_500n, currency: 'BRL', installments: 1 };
      const history = [{ ...asked, at: lastTriedAt, returnCode, ...(adviceCode ? { adviceCode } : {}) }];
      const next = { ...asked, brand, isUnattended: true, firstAttemptedAt: lastTriedAt };
      return nextRetry(
        rules,
        charge({ verdictAt: (when) => verdictOf(schemeRetryDecision(history, next, when)) }),
        zone,
      );
    };
    expect(refused('visa', '51')).toEqual(at('2026-04-01T06:00:00'));
    expect(refused('visa', '14')).toBeNull();
    expect(refused('visa', 'R1')).toBeNull();
    expect(refused('mastercard', '51', '03')).toBeNull();
    expect(refused('mastercard', '51', '25')).toEqual(at('2026-04-03T06:00:00'));
    expect(refused('mastercard', '51', '30')).toEqual(at('2026-04-10T07:30:00'));
  });

  test('is in time, allowed, on a day of its own and never more often than the schedule says', () => {
    const days = fc
      .uniqueArray(fc.integer({ min: 1, max: 29 }), { maxLength: 4 })
      .map((all) => all.toSorted((a, b) => a - b));
    const verdicts = fc.array(fc.integer({ min: 0, max: 40 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(days, fc.integer({ min: 0, max: 23 }), verdicts, (retryDays, retryHour, pauses) => {
        const schedule = { retryDays, retryHour, cancelDay: 30 };
        let lastTriedAt = instantOf('2026-03-31', 8, zone);
        const tried = [localDateOf(lastTriedAt, zone)];
        for (let retriesMade = 0; retriesMade < 10; retriesMade += 1) {
          const notBefore = new Date(lastTriedAt.getTime() + (pauses[retriesMade % pauses.length] ?? 0) * 43_200_000);
          const verdictAt = (when: Date): RetryVerdict =>
            when < notBefore ? { kind: 'not-now', notBefore } : { kind: 'allowed' };
          const next = nextRetry(schedule, charge({ lastTriedAt, retriesMade, verdictAt }), zone);
          if (!next) return;
          expect(next >= notBefore).toBe(true);
          expect(next < instantOf(addDays('2026-03-31', 30), 0, zone)).toBe(true);
          expect(retriesMade).toBeLessThan(retryDays.length);
          expect(tried).not.toContain(localDateOf(next, zone));
          tried.push(localDateOf(next, zone));
          lastTriedAt = next;
        }
        expect(tried.length).toBeLessThanOrEqual(retryDays.length + 1);
      }),
    );
  });
});

function verdictOf(verdict: ReturnType<typeof schemeRetryDecision>): RetryVerdict {
  if (verdict.allowed) return { kind: 'allowed' };
  if (verdict.code === 'card-not-again') return { kind: 'never' };
  return { kind: 'not-now', notBefore: verdict.notBefore ?? null };
}
