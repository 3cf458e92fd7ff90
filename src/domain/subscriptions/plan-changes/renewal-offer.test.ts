import { describe, expect, test } from 'vitest';
import { renewalPeriod } from './renewal-offer.ts';

const owed = { periodStart: '2026-12-01', anchorMonths: 11 } as const;
const subscription = { anchor: '2026-01-01' } as const;

describe('billing period of a renewal', () => {
  test('follows the former period without a gap, however early it is paid', () => {
    expect(renewalPeriod({ ...subscription, state: 'active' }, owed, 12, '2026-11-20')).toEqual({
      from: '2026-12-01',
      to: '2027-11-30',
      nextChargeOn: '2027-12-01',
    });
  });

  test('paid late with access meanwhile is the same', () => {
    expect(renewalPeriod({ ...subscription, state: 'past-due' }, owed, 1, '2026-12-06').from).toBe('2026-12-01');
  });

  test('begins today without access meanwhile', () => {
    expect(renewalPeriod({ ...subscription, state: 'suspended' }, owed, 1, '2026-12-20')).toEqual({
      from: '2026-12-20',
      to: '2027-01-19',
      nextChargeOn: '2027-01-20',
    });
    // A pause within the term that is paid for takes nothing of it away.
    expect(renewalPeriod({ ...subscription, state: 'paused' }, owed, 1, '2026-11-20').from).toBe('2026-12-01');
  });

  test('keeps the day of the month over short months', () => {
    const end = { anchor: '2026-01-31', state: 'active' } as const;
    const february = renewalPeriod(end, { periodStart: '2027-02-28', anchorMonths: 13 }, 1, '2027-02-01');
    expect(february).toEqual({ from: '2027-02-28', to: '2027-03-30', nextChargeOn: '2027-03-31' });
  });
});
