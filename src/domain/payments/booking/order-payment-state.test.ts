import { describe, expect, test } from 'vitest';
import { isFullyReturned, mayReopenOrder, stateAfterPayment } from './order-payment-state.server.ts';

describe('a late capture of an abandoned order', () => {
  const order = { total: 100n };

  test('pays it where it has no successor', () => {
    expect(mayReopenOrder(order, null, 1n)).toBe(true);
  });

  test('pays it beside an unpaid successor only when it is the whole price', () => {
    expect(mayReopenOrder(order, { state: 'open' }, 100n)).toBe(true);
    expect(mayReopenOrder(order, { state: 'open' }, 101n)).toBe(true);
    expect(mayReopenOrder(order, { state: 'open' }, 99n)).toBe(false);
    for (const state of ['partly-paid', 'paid', 'refunded', 'closed'] as const)
      expect(mayReopenOrder(order, { state }, 100n)).toBe(false);
  });
});

describe('an order’s state after a capture', () => {
  test('is paid by the whole price, partly paid by less, unchanged by nothing', () => {
    expect(stateAfterPayment('open', 100n, 100n)).toBe('paid');
    expect(stateAfterPayment('partly-paid', 100n, 101n)).toBe('paid');
    expect(stateAfterPayment('open', 100n, 1n)).toBe('partly-paid');
    expect(stateAfterPayment('partly-paid', 100n, 99n)).toBe('partly-paid');
    for (const state of ['open', 'closed', 'refunded'] as const) expect(stateAfterPayment(state, 100n, 0n)).toBe(state);
    expect(stateAfterPayment('open', 0n, 0n)).toBe('paid');
  });

  test('is never one that the state table forbids', () => {
    expect(stateAfterPayment('refunded', 100n, 100n)).toBe('refunded');
    expect(stateAfterPayment('paid', 100n, 50n)).toBe('paid');
    expect(stateAfterPayment('closed', 100n, 50n)).toBe('partly-paid');
  });

  test('is refunded once all of its money is returned', () => {
    expect(isFullyReturned('paid', 100n, 100n)).toBe(true);
    expect(isFullyReturned('partly-paid', 50n, 51n)).toBe(true);
    expect(isFullyReturned('paid', 100n, 99n)).toBe(false);
    for (const state of ['open', 'closed', 'refunded'] as const) expect(isFullyReturned(state, 100n, 100n)).toBe(false);
  });
});
