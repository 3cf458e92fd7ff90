import { describe, expect, test } from 'vitest';
import { isFullyReturned, mayReopenOrder, stateAfterPayment } from './order-payment-state.server.ts';

describe('late money for an order that was given up', () => {
  const order = { total: 100n };

  test('pays it where nothing took its place', () => {
    expect(mayReopenOrder(order, null, 1n)).toBe(true);
  });

  test('pays it beside a successor without money only when it is the whole price', () => {
    expect(mayReopenOrder(order, { state: 'open' }, 100n)).toBe(true);
    expect(mayReopenOrder(order, { state: 'open' }, 101n)).toBe(true);
    expect(mayReopenOrder(order, { state: 'open' }, 99n)).toBe(false);
    for (const state of ['partly-paid', 'paid', 'refunded', 'closed'] as const)
      expect(mayReopenOrder(order, { state }, 100n)).toBe(false);
  });
});

describe('what money makes of an order', () => {
  test('is paid by the whole price, partly paid by less, and nothing by nothing', () => {
    expect(stateAfterPayment('open', 100n, 100n)).toBe('paid');
    expect(stateAfterPayment('partly-paid', 100n, 101n)).toBe('paid');
    expect(stateAfterPayment('open', 100n, 1n)).toBe('partly-paid');
    expect(stateAfterPayment('partly-paid', 100n, 99n)).toBe('partly-paid');
    for (const state of ['open', 'closed', 'refunded'] as const) expect(stateAfterPayment(state, 100n, 0n)).toBe(state);
    expect(stateAfterPayment('open', 0n, 0n)).toBe('paid');
  });

  test('is never what its table forbids', () => {
    expect(stateAfterPayment('refunded', 100n, 100n)).toBe('refunded');
    expect(stateAfterPayment('paid', 100n, 50n)).toBe('paid');
    expect(stateAfterPayment('closed', 100n, 50n)).toBe('partly-paid');
  });

  test('is refunded once all of it has gone, and was there', () => {
    expect(isFullyReturned('paid', 100n, 100n)).toBe(true);
    expect(isFullyReturned('partly-paid', 50n, 51n)).toBe(true);
    expect(isFullyReturned('paid', 100n, 99n)).toBe(false);
    for (const state of ['open', 'closed', 'refunded'] as const) expect(isFullyReturned(state, 100n, 100n)).toBe(false);
  });
});
