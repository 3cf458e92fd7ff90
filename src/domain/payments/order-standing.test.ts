import { describe, expect, test } from 'vitest';
import { isAllGone, mayReopen, stateAfterMoney } from './order-standing.server.ts';

describe('late money for an order that was given up', () => {
  const order = { total: 100n };

  test('pays it where nothing took its place', () => {
    expect(mayReopen(order, null, 1n)).toBe(true);
  });

  test('pays it beside a successor without money only when it is the whole price', () => {
    expect(mayReopen(order, { state: 'open' }, 100n)).toBe(true);
    expect(mayReopen(order, { state: 'open' }, 101n)).toBe(true);
    expect(mayReopen(order, { state: 'open' }, 99n)).toBe(false);
    for (const state of ['partly-paid', 'paid', 'refunded', 'closed'] as const)
      expect(mayReopen(order, { state }, 100n)).toBe(false);
  });
});

describe('what money makes of an order', () => {
  test('is paid by the whole price, partly paid by less, and nothing by nothing', () => {
    expect(stateAfterMoney('open', 100n, 100n)).toBe('paid');
    expect(stateAfterMoney('partly-paid', 100n, 101n)).toBe('paid');
    expect(stateAfterMoney('open', 100n, 1n)).toBe('partly-paid');
    expect(stateAfterMoney('partly-paid', 100n, 99n)).toBe('partly-paid');
    for (const state of ['open', 'closed', 'refunded'] as const) expect(stateAfterMoney(state, 100n, 0n)).toBe(state);
    expect(stateAfterMoney('open', 0n, 0n)).toBe('paid');
  });

  test('is never what its table forbids', () => {
    expect(stateAfterMoney('refunded', 100n, 100n)).toBe('refunded');
    expect(stateAfterMoney('paid', 100n, 50n)).toBe('paid');
    expect(stateAfterMoney('closed', 100n, 50n)).toBe('partly-paid');
  });

  test('is refunded once all of it has gone, and was there', () => {
    expect(isAllGone('paid', 100n, 100n)).toBe(true);
    expect(isAllGone('partly-paid', 50n, 51n)).toBe(true);
    expect(isAllGone('paid', 100n, 99n)).toBe(false);
    for (const state of ['open', 'closed', 'refunded'] as const) expect(isAllGone(state, 100n, 100n)).toBe(false);
  });
});
