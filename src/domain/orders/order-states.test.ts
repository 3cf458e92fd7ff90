import { describe, expect, test } from 'vitest';
import { orderStates, orderTransitions } from './order-states.ts';

describe('the table of an order', () => {
  test('lets money in wherever the price is not paid, also after the order was given up', () => {
    const waits = orderStates.filter((state) => orderTransitions[state].includes('paid'));
    expect(waits).toEqual(['open', 'partly-paid', 'closed']);
    expect(orderStates.filter((state) => orderTransitions[state].includes('partly-paid'))).toEqual(['open', 'closed']);
  });

  test('gives back only what came, and closes only what is not paid', () => {
    const returns = orderStates.filter((state) => orderTransitions[state].includes('refunded'));
    expect(returns).toEqual(['partly-paid', 'paid']);
    const closes = orderStates.filter((state) => orderTransitions[state].includes('closed'));
    expect(closes).toEqual(['open', 'partly-paid']);
  });

  test('opens nothing again, and ends with the money given back', () => {
    expect(orderStates.filter((state) => orderTransitions[state].includes('open'))).toEqual([]);
    expect(orderTransitions.refunded).toEqual([]);
    expect(orderTransitions.paid).toEqual(['refunded']);
  });

  test('leads nowhere else', () => {
    for (const state of orderStates) {
      expect(orderStates).toEqual(expect.arrayContaining([...orderTransitions[state]]));
      expect(new Set(orderTransitions[state]).size).toBe(orderTransitions[state].length);
    }
  });
});
