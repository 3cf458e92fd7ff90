import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '#src/kernel/time/local-date.ts';
import { planChange } from './plan-change.ts';

const reais = (amount: bigint) => ({ amount, currency: 'BRL' as const });
/** A year of 365 days at 365,00. */
const year = {
  state: 'active',
  price: reais(36_500n),
  periodStart: '2026-01-01',
  periodEnd: '2026-12-31',
  periodMonths: 12,
} as const;

describe('plan change within a billing period', () => {
  test('sets the unused days against the same days of the dearer plan', () => {
    const change = planChange(year, { price: reais(73_000n), cycles: 12 }, '2026-12-22', null);
    expect(change).toEqual({
      kind: 'now',
      from: '2026-12-22',
      daysLeft: 10,
      periodDays: 365,
      charge: 2_000n,
      credit: 1_000n,
      due: 1_000n,
      nextChargeOn: '2027-01-01',
    });
  });

  test('on the first day costs the difference', () => {
    expect(planChange(year, { price: reais(73_000n), cycles: 12 }, '2026-01-01', null).due).toBe(36_500n);
  });

  test('compares plans of different intervals by the day', () => {
    // 60,00 a month is dearer than a year at 365,00, although the number is smaller.
    const change = planChange(year, { price: reais(6_000n), cycles: 1 }, '2026-12-31', null);
    expect(change).toMatchObject({ kind: 'now', daysLeft: 1, charge: 194n, credit: 100n, due: 94n });
  });

  test('to a cheaper plan costs nothing now and begins with the next period', () => {
    const change = planChange(year, { price: reais(12_000n), cycles: 12 }, '2026-06-30', null);
    expect(change).toMatchObject({ kind: 'later', from: '2027-01-01', due: 0n, nextChargeOn: '2027-01-01' });
  });

  test('whose first days were free gives no credit for those', () => {
    const free = {
      state: 'active',
      price: reais(3_100n),
      periodStart: '2026-01-01',
      periodEnd: '2026-02-07',
      periodMonths: 1,
    } as const;
    expect(planChange(free, { price: reais(6_200n), cycles: 1 }, '2026-01-01', null)).toMatchObject({
      credit: 3_100n,
      charge: 6_200n,
    });
  });

  test.each([
    ['a dearer', 35_880n, 12],
    ['a cheaper', 12_000n, 12],
    ['a shorter', 14_340n, 6],
  ])('in free time, to %s one, owes nothing for days that nobody paid', (_name, price, cycles) => {
    const trial = { ...year, state: 'trialing', periodStart: '2026-01-01', periodEnd: '2026-03-31' } as const;
    expect(planChange(trial, { price: reais(price), cycles }, '2026-02-01', null)).toEqual({
      kind: 'after-trial',
      from: '2026-04-01',
      daysLeft: 59,
      periodDays: 90,
      charge: 0n,
      credit: 0n,
      due: 0n,
      nextChargeOn: '2026-04-01',
    });
    expect(planChange(trial, { price: reais(price), cycles }, '2026-04-02', null)).toMatchObject({
      ...{ kind: 'after-trial', from: '2026-04-02', nextChargeOn: '2026-04-02', due: 0n },
    });
  });

  test('after an earlier change counts by the days of the current plan', () => {
    // A month that was begun at 31,00, and is of a year at 730,00 since: two reais a day, not 23,55.
    const month = {
      state: 'active',
      price: reais(73_000n),
      periodStart: '2026-01-01',
      periodEnd: '2026-01-31',
      periodMonths: 12,
    } as const;
    const change = planChange(month, { price: reais(109_500n), cycles: 12 }, '2026-01-22', null);
    expect(change).toMatchObject({ kind: 'now', daysLeft: 10, credit: 2_000n, charge: 3_000n, due: 1_000n });
  });

  test('after the period’s end has no credit', () => {
    const change = planChange(year, { price: reais(73_000n), cycles: 12 }, '2027-02-01', null);
    expect(change).toMatchObject({ kind: 'later', from: '2027-02-01', daysLeft: 0, credit: 0n, due: 0n });
  });

  test('never costs less than nothing, nor more than the new plan', () => {
    const amount = fc.bigInt({ min: 0n, max: 10_000_000n });
    fc.assert(
      fc.property(
        amount,
        amount,
        fc.integer({ min: -10, max: 400 }),
        fc.constantFrom(1, 6, 12),
        (old, price, day, cycles) => {
          const change = planChange(
            { ...year, price: reais(old) },
            { price: reais(price), cycles },
            addDays('2026-01-01', day),
            null,
          );
          expect(change.due).toBeGreaterThanOrEqual(0n);
          expect(change.due).toBeLessThanOrEqual(change.charge);
          expect(change.credit).toBeLessThanOrEqual(old);
          expect(change.daysLeft).toBeLessThanOrEqual(change.periodDays);
          expect(change.kind === 'later' ? change.due : 0n).toBe(0n);
        },
      ),
    );
  });

  test('is refused across currencies', () => {
    expect(() => planChange(year, { price: { amount: 1n, currency: 'PEN' }, cycles: 1 }, '2026-06-30', null)).toThrow(
      TypeError,
    );
  });
});
