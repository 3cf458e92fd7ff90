import type { Money } from '#src/kernel/money/money.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Plan, Voucher } from './catalog.types.ts';

export type VoucherRefusal =
  | 'voucher-not-yet'
  | 'voucher-expired'
  | 'voucher-other-product'
  | 'voucher-other-plan'
  | 'voucher-other-currency';

/** The form in which voucher codes are compared: trimmed, lower case. */
export function voucherKey(code: string): string {
  return code.trim().toLowerCase();
}

/**
 * Whether a voucher is valid for a plan of a product at an instant. Its `limit` is not checked here: only the database can,
 * under a lock.
 */
export function checkVoucher(
  voucher: Voucher,
  productCode: string,
  plan: Plan,
  now: Date,
): Result<Voucher, VoucherRefusal> {
  if (voucher.validFrom && now < voucher.validFrom) return err('voucher-not-yet');
  if (voucher.validUntil && now >= voucher.validUntil) return err('voucher-expired');
  if (voucher.products && !voucher.products.includes(productCode)) return err('voucher-other-product');
  if (voucher.plans && !voucher.plans.includes(plan.code)) return err('voucher-other-plan');
  if (voucher.kind === 'amount' && voucher.amount.currency !== plan.price.currency)
    return err('voucher-other-currency');
  return ok(voucher);
}

/** The discount of a voucher on an amount: never more than the amount; a percentage is rounded down to the minor unit. */
export function discountOf(voucher: Voucher, amount: Money): Money {
  const wanted =
    voucher.kind === 'amount' ? voucher.amount.amount : (amount.amount * BigInt(voucher.basisPoints)) / 10_000n;
  return { amount: wanted < amount.amount ? wanted : amount.amount, currency: amount.currency };
}
