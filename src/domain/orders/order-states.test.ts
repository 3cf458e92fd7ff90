import { describe, expect, test } from 'vitest';
import { orderStates, orderTransitions } from './order-states.ts';

describe('the state table of an order', () => {
  test('accepts a capture wherever the price is not paid, also after the order was abandoned', () => {
    const waits = orderStates.filter((state) => orderTransitions[state].includes('paid'));
    expect(waits).toEqual(['open', 'partly-paid', 'closed']);
    expect(orderStates.filter((state) => orderTransitions[state].includes('partly-paid'))).toEqual(['open', 'closed']);
  });

  test('refunds only captured money, and closes only unpaid orders', () => {
    const returns = orderStates.filter((state) => orderTransitions[state].includes('refunded'));
    expect(returns).toEqual(['partly-paid', 'paid']);
    const closes = orderStates.filter((state) => orderTransitions[state].includes('closed'));
    expect(closes).toEqual(['open', 'partly-paid']);
  });

  test('reopens nothing, and ends with the refund', () => {
    expect(orderStates.filter((state) => orderTransitions[state].includes('open'))).toEqual([]);
    expect(orderTransitions.refunded).toEqual([]);
    expect(orderTransitions.paid).toEqual(['refunded']);
  });

  test('allows no other transition', () => {
    for (const state of orderStates) {
      expect(orderStates).toEqual(expect.arrayContaining([...orderTransitions[state]]));
      expect(new Set(orderTransitions[state]).size).toBe(orderTransitions[state].length);
    }
  });
});
