import type { Plan, Voucher } from '#src/domain/catalog/products/index.ts';
import { discountOf, offeredMethods } from '#src/domain/catalog/products/index.ts';
import { installmentOptions } from '#src/domain/checkout/quotes/index.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';

/** A plan in the format of the specification's section 3, with the voucher's prices if there is one. */
export function planJson(plan: Plan, voucher: Voucher | null) {
  const off = voucher ? discountOf(voucher, plan.price).amount : 0n;
  const price = { ...plan.price, amount: plan.price.amount - off };
  const options = plan.installments ? installmentOptions(price, plan.installments, plan.standardPrice) : [];
  return {
    id: plan.id,
    amount: unitsToJson(price.amount),
    standardAmount: unitsToJson(plan.standardPrice.amount),
    code: plan.code,
    planName: plan.name,
    planType: plan.planType,
    currency: price.currency,
    installments: options.map((option) => ({
      id: option.count,
      value: unitsToJson(option.value),
      standardValue: unitsToJson(option.standardValue),
      tax: unitsToJson(option.tax),
      totalValue: unitsToJson(option.total),
      monthlyRate: option.monthlyRate,
    })),
    paymentMethods: offeredMethods(plan).map(({ method }) => method),
  };
}
