import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays, daysBetween } from '#src/kernel/time/local-date.ts';
import { chargeIntervals } from '../../catalog/terms/index.ts';
import { dueMandateCharge, nextSendDay, retryDay } from './mandate-calendar.ts';
import { mayMoveMandate, mandateStates } from '../../payments/ports/mandate.types.ts';
import {
  allowsMandate,
  parseMandateTerms,
  renewalTermsOf,
  serializeMandateTerms,
} from '../../payments/ports/mandate-terms.ts';

const rules = { sendDaysBefore: { earliest: 10, latest: 2 }, retries: { most: 3, withinDays: 7 } };
const monthly = { period: 'monthly', firstDueOn: '2026-12-21' } as const;

describe('send window of a mandate charge', () => {
  test.each([
    ['2026-12-10', null],
    ['2026-12-11', { chargeNumber: 0, dueOn: '2026-12-21' }],
    ['2026-12-19', { chargeNumber: 0, dueOn: '2026-12-21' }],
    ['2026-12-20', null],
    ['2027-01-15', { chargeNumber: 1, dueOn: '2027-01-21' }],
    // A cycle that was missed is not sent late: the next one is.
    ['2028-02-12', { chargeNumber: 14, dueOn: '2028-02-21' }],
  ] as const)('on %s', (today, due) => {
    expect(dueMandateCharge(monthly, rules, today)).toEqual(due);
  });

  test('does not overlap with another one, and the next send day is its first day', () => {
    const first = fc.integer({ min: 0, max: 3_000 }).map((days) => addDays('2026-01-01', days));
    const periods = chargeIntervals.filter((one) => one !== 'weekly');
    fc.assert(
      fc.property(
        first,
        fc.constantFrom(...periods),
        fc.integer({ min: -40, max: 1_200 }),
        (firstDueOn, period, ahead) => {
          const today = addDays(firstDueOn, ahead);
          const due = dueMandateCharge({ period, firstDueOn }, rules, today);
          const from = nextSendDay({ period, firstDueOn }, rules, today);
          expect(due !== null).toBe(from <= today);
          const left = due === null ? 5 : daysBetween(today, due.dueOn);
          expect(left >= 2 && left <= 10).toBe(true);
          expect(dueMandateCharge({ period, firstDueOn }, rules, due === null ? from : today)).not.toBeNull();
        },
      ),
    );
  });
});

describe('retry of a mandate charge', () => {
  const failed = (on: `${number}-${number}-${number}`) => ({ on, state: 'failed' }) as const;

  test('is for tomorrow, on a day of its own, three times within a week', () => {
    expect(retryDay('2026-12-21', [], rules, '2026-12-21')).toBeNull();
    expect(retryDay('2026-12-21', [failed('2026-12-21')], rules, '2026-12-21')).toBe('2026-12-22');
    expect(
      retryDay('2026-12-21', [failed('2026-12-21'), { on: '2026-12-22', state: 'planned' }], rules, '2026-12-21'),
    ).toBeNull();
    const four = ['2026-12-21', '2026-12-22', '2026-12-23', '2026-12-24'] as const;
    expect(retryDay('2026-12-21', four.map(failed), rules, '2026-12-24')).toBeNull();
    expect(retryDay('2026-12-21', [failed('2026-12-21')], rules, '2026-12-27')).toBe('2026-12-28');
    expect(retryDay('2026-12-21', [failed('2026-12-21')], rules, '2026-12-28')).toBeNull();
    expect(retryDay('2026-12-21', [{ on: '2026-12-21', state: 'paid' }], rules, '2026-12-22')).toBeNull();
  });
});

describe('terms of a mandate', () => {
  const price = { amount: 9_900n, currency: 'BRL' } as const;

  test('have the price of each period, from the day after the paid one', () => {
    const plan = { planType: 'monthly', price, cycles: 1, trial: null, ticketLot: null } as const;
    const quoted = { lines: [{ kind: 'main', amount: 9_900n }], discount: 0n };
    const from = { today: '2026-11-21', everyTerm: false } as const;
    expect(renewalTermsOf(plan, quoted, from)).toEqual({ price, period: 'monthly', firstDueOn: '2026-12-21' });
    expect(renewalTermsOf({ ...plan, planType: 'recurrency', cycles: 12 }, quoted, from)).toMatchObject({
      period: 'yearly',
      firstDueOn: '2027-11-21',
    });
    expect(renewalTermsOf({ ...plan, planType: 'recurrency', cycles: 5 }, quoted, from)).toBeNull();
    expect([allowsMandate({ planType: 'monthly' }), allowsMandate({ planType: 'yearly' })]).toEqual([true, false]);
  });

  test('are read as they were written, and nothing else is read as terms', () => {
    const terms = { price, period: 'monthly', firstDueOn: '2026-12-21' } as const;
    expect(parseMandateTerms(serializeMandateTerms(terms))).toEqual(terms);
    for (const wrong of [undefined, null, {}, { ...serializeMandateTerms(terms), amount: 0 }, 'monthly'])
      expect(parseMandateTerms(wrong)).toBeNull();
  });

  test('never comes back once it has ended', () => {
    const over = mandateStates.filter((state) => state !== 'created' && state !== 'approved');
    for (const state of over) {
      expect(mandateStates.filter((to) => to !== state && mayMoveMandate(state, to))).toEqual([]);
    }
    expect(mayMoveMandate('approved', 'created')).toBe(false);
    expect(mayMoveMandate('created', 'approved')).toBe(true);
  });
});
