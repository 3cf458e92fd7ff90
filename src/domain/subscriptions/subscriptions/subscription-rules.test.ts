import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { assertStateTable } from '#src/kernel/result/state-table.ts';
import { addDays, addMonths, dateParts, localDateOf } from '#src/kernel/time/local-date.ts';
import { marketZone } from '#src/kernel/time/zones.ts';
import { planRenews, type PlanKind } from '../../catalog/terms/index.ts';
import {
  nextSubscriptionState,
  subscriptionEvents,
  subscriptionStates,
  subscriptionStateTable,
} from './subscription-states.ts';
import { firstCheckAt, periodDatesAt } from './periods/period-calendar.ts';

describe('states of a subscription', () => {
  test('are complete: every state is known and can be reached', () => {
    expect(() => assertStateTable('trialing', subscriptionStateTable)).not.toThrow();
  });

  test('have no way out of canceled', () => {
    for (const event of subscriptionEvents)
      expect([null, 'canceled']).toContain(nextSubscriptionState('canceled', event));
  });

  test('become active by a payment, from every other state', () => {
    for (const state of subscriptionStates.filter((one) => one !== 'canceled'))
      expect(nextSubscriptionState(state, 'paid')).toBe('active');
  });

  test('stay canceled when a period is paid; no other event is possible', () => {
    const happens = subscriptionEvents.filter((event) => nextSubscriptionState('canceled', event) !== null);
    expect(happens).toEqual(['paid']);
  });

  test('become suspended only after an unpaid period', () => {
    const from = subscriptionStates.filter((state) => nextSubscriptionState(state, 'suspended') !== null);
    expect(from).toEqual(['past-due']);
  });
});

describe('renewal of a plan', () => {
  const ticket = { number: 1, seats: 10, until: null };
  const cases: readonly [string, PlanKind, boolean][] = [
    ['a year of twelve months', { planType: 'yearly', cycles: 12, ticketLot: null }, true],
    ['a semester', { planType: 'semester', cycles: 6, ticketLot: null }, true],
    ['a month', { planType: 'monthly', cycles: 1, ticketLot: null }, true],
    ['a recurrency of three months', { planType: 'recurrency', cycles: 3, ticketLot: null }, true],
    ['a "year" of one month: sold once', { planType: 'yearly', cycles: 1, ticketLot: null }, false],
    ['tickets, whatever they are called', { planType: 'yearly', cycles: 12, ticketLot: ticket, renews: true }, false],
    [
      'a year that is sold once, by its own word',
      { planType: 'yearly', cycles: 12, ticketLot: null, renews: false },
      false,
    ],
    [
      'two years that go on, by their own word',
      { planType: 'yearly', cycles: 24, ticketLot: null, renews: true },
      true,
    ],
  ];
  test.each(cases)('%s', (_name, plan, goesOn) => {
    expect(planRenews(plan)).toBe(goesOn);
  });
});

describe('billing periods of a subscription', () => {
  const anyDay = fc.integer({ min: 0, max: 14_000 }).map((days) => addDays('2020-01-01', days));
  const anyMonths = fc.constantFrom(1, 3, 6, 12, 24);

  test.each([
    ['2026-01-31', 1, 1, '2026-02-28', '2026-03-30'],
    ['2026-01-31', 1, 2, '2026-03-31', '2026-04-29'],
    ['2024-02-29', 12, 1, '2025-02-28', '2026-02-27'],
    ['2024-02-29', 12, 4, '2028-02-29', '2029-02-27'],
    ['2026-08-31', 6, 1, '2027-02-28', '2027-08-30'],
  ] as const)('from %s by %i months, number %i is %s to %s', (anchor, months, n, from, to) => {
    expect(periodDatesAt(anchor, n * months, months)).toMatchObject({ periodStart: from, periodEnd: to });
  });

  test('follow each other without a gap or an overlap', () => {
    fc.assert(
      fc.property(anyDay, anyMonths, fc.integer({ min: 0, max: 200 }), (anchor, months, n) => {
        const one = periodDatesAt(anchor, n * months, months);
        const next = periodDatesAt(anchor, (n + 1) * months, months);
        expect(next.periodStart).toBe(addDays(one.periodEnd, 1));
      }),
    );
  });

  test('keep the day of the anchor, and go back to it after a short month', () => {
    fc.assert(
      fc.property(anyDay, anyMonths, fc.integer({ min: 0, max: 200 }), (anchor, months, n) => {
        const { day } = dateParts(periodDatesAt(anchor, n * months, months).periodStart);
        const wanted = dateParts(anchor).day;
        const isShort = dateParts(addDays(addMonths(anchor, n * months), 1)).day === 1;
        expect(day === wanted || (day < wanted && isShort)).toBe(true);
      }),
    );
  });

  test('are first checked at the first instant of a day of the market, in every market', () => {
    const markets = fc.constantFrom('BR', 'MZ', 'PE');
    fc.assert(
      fc.property(anyDay, markets, fc.constantFrom('profile', 'mandate', 'invoice'), (dueOn, market, instrument) => {
        const at = firstCheckAt(dueOn, instrument, market);
        const ahead = { profile: 0, mandate: 10, invoice: 7 }[instrument];
        expect(localDateOf(at, marketZone(market))).toBe(addDays(dueOn, -ahead));
        expect(localDateOf(new Date(at.getTime() - 1), marketZone(market)) < addDays(dueOn, -ahead)).toBe(true);
      }),
    );
  });
});
