import { describe, expect, test } from 'vitest';
import { divideCaptures, type PriceDue } from './divide-captures.ts';
import { divideReturnedMoney, netCaptured } from './returned-money.ts';
import type { Movement } from '../ports/gateway.port.ts';

const noon = new Date('2026-03-01T12:00:00Z');
const at = (seconds: number): Date => new Date(noon.getTime() + seconds * 1000);
const capture = (id: string, amount: bigint, more: Partial<Movement> = {}): Movement => ({
  ...{ id, kind: 'capture', amount, currency: 'BRL', at: noon },
  ...more,
});
const asked: PriceDue = { total: 1000n, currency: 'BRL', principal: 600n, interest: 60n, isOver: false };
const none = { orderReceived: 0n, tenderPrincipal: 0n };

describe('captures of an order', () => {
  test('are allocated in sequence to what is left of the price', () => {
    const { parts, ...sums } = divideCaptures([capture('a', 400n), capture('b', 300n), capture('c', 50n)], asked, none);
    expect(parts.map(({ part }) => [part.principal, part.interest, part.late, part.surplus])).toEqual([
      [400n, 0n, 0n, 0n],
      [200n, 60n, 0n, 40n],
      [0n, 0n, 0n, 50n],
    ]);
    expect(parts.map(({ movement }) => movement.id)).toEqual(['a', 'b', 'c']);
    expect(sums).toEqual({ after: { orderReceived: 600n, tenderPrincipal: 600n }, captured: 750n });
  });

  test('start from the balances of the ledger', () => {
    const before = { orderReceived: 900n, tenderPrincipal: 550n };
    const { parts, ...sums } = divideCaptures([capture('a', 200n, { lateFee: 30n })], asked, before);
    expect(parts.map(({ part }) => part)).toEqual([{ principal: 50n, interest: 60n, late: 30n, surplus: 60n }]);
    expect(sums).toEqual({ after: { orderReceived: 950n, tenderPrincipal: 600n }, captured: 200n });
  });

  test('are allocated up to what the order owes', () => {
    const { parts } = divideCaptures([capture('a', 660n)], asked, { ...none, orderReceived: 700n });
    expect(parts[0]?.part).toEqual({ principal: 300n, interest: 60n, late: 0n, surplus: 300n });
  });

  test('are surplus in another currency and after the order ended', () => {
    for (const [movement, price] of [
      [capture('a', 100n, { currency: 'PEN', lateFee: 5n }), asked],
      [capture('a', 100n, { lateFee: 5n }), { ...asked, isOver: true }],
    ] as const)
      expect(divideCaptures([movement], price, none)).toMatchObject({
        parts: [{ part: { principal: 0n, interest: 0n, late: 0n, surplus: 100n } }],
        ...{ after: none, captured: 100n },
      });
  });
});

describe('returned money', () => {
  const sale = { currency: 'BRL', held: { principal: 600n, interest: 60n, late: 10n } };
  const open = (amount: bigint, came: Date | undefined, currency = 'BRL') => ({ amount, came, currency });
  const back = { amount: 600n, currency: 'BRL', at: noon } as const;

  test('is the open surplus of the same amount that was booked by then', () => {
    const surplus = open(600n, noon);
    expect(divideReturnedMoney(back, [open(599n, noon), surplus], sale)).toEqual({ kind: 'surplus', surplus });
    const others = [open(600n, at(1)), open(600n, undefined), open(600n, noon, 'PEN'), open(601n, noon)];
    expect(divideReturnedMoney(back, others, sale)).toEqual({
      ...{ kind: 'sale', parts: { principal: 600n, interest: 0n, late: 0n, excess: 0n } },
    });
  });

  test('reduces the sale, and beyond it is a loss; in another currency all of it is', () => {
    expect(divideReturnedMoney({ ...back, amount: 700n }, [], sale)).toMatchObject({
      ...{ parts: { principal: 600n, interest: 60n, late: 10n, excess: 30n } },
    });
    expect(divideReturnedMoney({ ...back, currency: 'PEN' }, [], sale)).toEqual({
      ...{ kind: 'sale', parts: { principal: 0n, interest: 0n, late: 0n, excess: 600n } },
    });
  });
});

describe('the balance of an attempt', () => {
  const line = (kind: string, amount: bigint, attemptId = 'att_1') => ({ kind, amount, attemptId });

  test('is its captures and won disputes less its refunds, of itself only', () => {
    const lines = [
      ...[line('capture-principal', 600n), line('capture-interest', 60n), line('capture-late-fee', 10n)],
      ...[line('refund-principal', 100n), line('dispute-principal', 50n), line('dispute-won-principal', 50n)],
      ...[line('dispute-interest', 20n), line('dispute-won-interest', 5n), line('refund-late-fee', 4n)],
      ...[line('capture-surplus', 77n), line('refund-surplus', 7n), line('capture-principal', 900n, 'att_2')],
    ];
    expect(netCaptured({ id: 'att_1' }, lines)).toEqual({ principal: 500n, interest: 45n, late: 6n });
    expect(netCaptured({ id: 'att_3' }, lines)).toEqual({ principal: 0n, interest: 0n, late: 0n });
  });
});
