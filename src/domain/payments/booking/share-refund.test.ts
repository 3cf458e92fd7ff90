import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type RefundTender, shareRefund } from './refund-sources.ts';

const fresh = (...brought: bigint[]): RefundTender[] => brought.map((one) => ({ brought: one, left: one }));

describe('a refund over several tenders', () => {
  test('is proportional to each tender’s capture', () => {
    expect(shareRefund(57_000n, fresh(60_000n, 54_000n))).toEqual([30_000n, 27_000n]);
    expect(shareRefund(114_000n, fresh(60_000n, 54_000n))).toEqual([60_000n, 54_000n]);
  });

  test('assigns odd minor units to the first tender', () => {
    expect(shareRefund(100n, fresh(100n, 100n, 100n))).toEqual([34n, 33n, 33n]);
    expect(shareRefund(1n, fresh(100n, 100n))).toEqual([1n, 0n]);
  });

  test('moves a tender’s missing balance to the others, the first first', () => {
    const splitParts = [
      { brought: 100n, left: 0n },
      { brought: 100n, left: 100n },
      { brought: 100n, left: 60n },
    ];
    expect(shareRefund(90n, splitParts)).toEqual([0n, 60n, 30n]);
    expect(shareRefund(160n, splitParts)).toEqual([0n, 100n, 60n]);
  });

  test('is refused at zero and above the balance', () => {
    expect(shareRefund(0n, fresh(5n))).toBeNull();
    expect(shareRefund(11n, fresh(5n, 5n))).toBeNull();
    expect(shareRefund(1n, [])).toBeNull();
  });

  const amounts = fc.array(fc.bigInt(1n, 10_000_000n), { minLength: 1, maxLength: 5 });

  test('model: any series of refunds sums exactly, stays within each tender’s capture, and can always end', () => {
    fc.assert(
      fc.property(amounts, fc.array(fc.integer({ min: 1, max: 100 }), { maxLength: 12 }), (brought, percents) => {
        const left = [...brought];
        const refund = (amount: bigint): void => {
          const splitParts = brought.map((one, index) => ({ brought: one, left: left[index] ?? 0n }));
          const shares = shareRefund(amount, splitParts);
          expect(shares?.reduce((sum, one) => sum + one, 0n)).toBe(amount);
          shares?.forEach((share, index) => {
            expect(share >= 0n && share <= (left[index] ?? 0n)).toBe(true);
            left[index] = (left[index] ?? 0n) - share;
          });
        };
        const all = (): bigint => left.reduce((sum, one) => sum + one, 0n);
        for (const percent of percents) {
          const amount = (all() * BigInt(percent)) / 100n;
          if (amount > 0n) refund(amount);
        }
        if (all() > 0n) refund(all());
        expect(left.every((one) => one === 0n)).toBe(true);
      }),
    );
  });

  test('model: a first refund is within a minor unit per tender of its fair share', () => {
    fc.assert(
      fc.property(amounts, fc.double({ min: 0, max: 1, noNaN: true }), (brought, part) => {
        const whole = brought.reduce((sum, one) => sum + one, 0n);
        const amount = (whole * BigInt(Math.floor(part * 1_000_000))) / 1_000_000n;
        fc.pre(amount > 0n);
        const shares = shareRefund(amount, fresh(...brought)) ?? [];
        shares.forEach((share, index) => {
          const exact = amount * (brought[index] ?? 0n);
          const off = share * whole - exact;
          expect((off < 0n ? -off : off) <= BigInt(brought.length) * whole).toBe(true);
        });
      }),
    );
  });
});
