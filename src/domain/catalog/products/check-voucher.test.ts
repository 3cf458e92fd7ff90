import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Plan, Voucher } from './catalog.types.ts';
import { checkVoucher, discountOf, voucherKey } from './check-voucher.ts';

const real = (amount: bigint) => ({ amount, currency: 'BRL' as const });

const plan: Plan = {
  id: 'plan-1',
  code: 'annual',
  name: 'Anual',
  planType: 'yearly',
  market: 'BR',
  price: real(114_000n),
  standardPrice: real(150_000n),
  cycles: 12,
  cyclePrice: real(9_500n),
  methods: [],
  installments: null,
  trial: null,
  ticketLot: null,
  profiles: [],
  bumps: [],
};

const blackFriday: Voucher = {
  code: 'black-friday',
  kind: 'amount',
  amount: real(12_000n),
  limit: null,
  validFrom: new Date('2026-11-01T03:00:00Z'),
  validUntil: new Date('2026-12-01T03:00:00Z'),
  plans: ['annual'],
  products: ['course'],
};
const now = new Date('2026-11-20T12:00:00Z');

describe('a voucher', () => {
  test('takes R$ 120,00 off twelve times R$ 95,00, which leaves twelve times R$ 85,00', () => {
    const left = plan.price.amount - discountOf(blackFriday, plan.price).amount;
    expect(left).toBe(12n * 8_500n);
  });

  test('of so many percent is rounded down to the minor unit', () => {
    const half: Voucher = { ...blackFriday, kind: 'percent', basisPoints: 5_000 };
    expect(discountOf(half, real(101n))).toEqual(real(50n));
  });

  test('never takes more than there is, nor less than nothing', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.integer({ min: 0, max: 10_000 }),
        (price, off, basisPoints) => {
          for (const voucher of [
            { ...blackFriday, kind: 'amount' as const, amount: real(off) },
            { ...blackFriday, kind: 'percent' as const, basisPoints },
          ]) {
            const { amount } = discountOf(voucher, real(price));
            expect(amount >= 0n && amount <= price).toBe(true);
          }
        },
      ),
    );
  });

  test.each([
    ['holds', blackFriday, 'course', now, null],
    ['holds from its first instant', blackFriday, 'course', new Date('2026-11-01T03:00:00Z'), null],
    ['is not there before it', blackFriday, 'course', new Date('2026-11-01T02:59:59Z'), 'voucher-not-yet'],
    ['is over at its end', blackFriday, 'course', new Date('2026-12-01T03:00:00Z'), 'voucher-expired'],
    ['is for its product', blackFriday, 'other', now, 'voucher-other-product'],
    ['is for its plan', { ...blackFriday, plans: ['monthly'] }, 'course', now, 'voucher-other-plan'],
    [
      'is in its currency',
      { ...blackFriday, amount: { amount: 1n, currency: 'MZN' as const } },
      'course',
      now,
      'voucher-other-currency',
    ],
    [
      'without limits holds anywhere',
      { ...blackFriday, plans: null, products: null, validFrom: null, validUntil: null },
      'x',
      now,
      null,
    ],
  ] satisfies [string, Voucher, string, Date, string | null][])('%s', (_name, voucher, product, at, refusal) => {
    const checked = checkVoucher(voucher, product, plan, at);
    expect(checked.ok ? null : checked.error).toBe(refusal);
  });

  test('is found without regard to case or blanks', () => {
    expect(voucherKey('  Black-FRIDAY ')).toBe(voucherKey('black-friday'));
  });
});
