import { type Money, money } from '#src/kernel/money/money.ts';
import type { Plan } from './catalog.types.ts';

/**
 * A plan, and its prices for several people, at a discount in hundredths of a percent, rounded down to the minor unit. The
 * price before becomes the list price. Throws a `RangeError` for a discount that is none, or of everything.
 */
export function discountPlan(plan: Plan, basisPoints: number): Plan {
  if (!Number.isSafeInteger(basisPoints) || basisPoints < 0 || basisPoints >= 10_000)
    throw new RangeError(`Cannot take ${basisPoints} hundredths of a percent off`);
  if (basisPoints === 0) return plan;
  const lower = ({ amount, currency }: Money): Money =>
    money(amount - (amount * BigInt(basisPoints)) / 10_000n, currency);
  const price = lower(plan.price);
  const cycles = BigInt(plan.cycles);
  return {
    ...plan,
    price,
    standardPrice: plan.price,
    cyclePrice: money((price.amount + cycles - 1n) / cycles, price.currency),
    profiles: plan.profiles.map((one) => ({ ...one, price: lower(one.price) })),
  };
}
