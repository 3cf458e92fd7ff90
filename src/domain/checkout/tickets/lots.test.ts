import { describe, expect, test } from 'vitest';
import { course } from '#tests/support/worlds/domain-world.server.ts';
import type { Plan, Product, TicketLot } from '../../catalog/products/index.ts';
import { lotsOf, planOnSale } from './lots.ts';

const [base] = course.plans;
if (!base) throw new Error('The course is sold');
const lot = (id: string, ticketLot: TicketLot | null): Plan => ({ ...base, id, ticketLot });
const event: Product = {
  ...course,
  plans: [
    lot('second', { number: 2, seats: 10, until: new Date('2027-04-01T03:00:00Z') }),
    lot('first', { number: 1, seats: 5, until: new Date('2027-02-01T03:00:00Z') }),
    lot('no ticket', null),
    lot('third', { number: 3, seats: 10, until: null }),
  ],
};
const now = new Date('2027-01-10T12:00:00Z');

describe('the lots of an event', () => {
  test.each<[string, Record<string, number>, Date, string[], string | null]>([
    ['nobody came yet', {}, now, ['first on-sale 5', 'second next 10', 'third next 10'], 'first'],
    ['the first is full', { first: 5 }, now, ['first sold-out 0', 'second on-sale 10', 'third next 10'], 'second'],
    [
      'the first is over',
      { first: 1 },
      new Date('2027-02-01T03:00:00Z'),
      ['first over 4', 'second on-sale 10', 'third next 10'],
      'second',
    ],
    [
      'only the last has no end',
      { third: 9 },
      new Date('2030-01-01T00:00:00Z'),
      ['first over 5', 'second over 10', 'third on-sale 1'],
      'third',
    ],
    [
      'all are full, one fuller than it is large now',
      { first: 7, second: 10, third: 10 },
      now,
      ['first sold-out 0', 'second sold-out 0', 'third sold-out 0'],
      null,
    ],
  ])('%s', (_name, taken, at, standings, sold) => {
    const lots = lotsOf(event, new Map(Object.entries(taken)), at);
    expect(lots.map(({ plan, standing, left }) => `${plan.id} ${standing} ${left}`)).toEqual(standings);
    expect(planOnSale(lots)?.id ?? null).toBe(sold);
  });

  test('a course has none', () => expect(lotsOf(course, new Map(), now)).toEqual([]));
});
