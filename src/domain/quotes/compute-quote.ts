import type { Money } from '#src/kernel/money/money.ts';
import { discountOf, offeredMethods, type Plan, type Product, type Voucher } from '../catalog/index.ts';
import { installmentOptions } from './installments.ts';
import type { Quote } from './quote.types.ts';

/** A quote without what makes it a stored thing. */
export type ComputedQuote = Omit<Quote, 'id' | 'sessionId' | 'expiresAt'>;

/** The price of one plan for one buyer, with everything that the page shows. Pure: the same input, the same price. */
export function computeQuote(product: Product, plan: Plan, voucher: Voucher | null): ComputedQuote {
  const none: Money = { amount: 0n, currency: plan.price.currency };
  const discount = voucher ? discountOf(voucher, plan.price) : none;
  const total: Money = { amount: plan.price.amount - discount.amount, currency: plan.price.currency };
  return {
    productCode: product.code,
    planId: plan.id,
    planType: plan.planType,
    currency: plan.price.currency,
    lines: [
      {
        kind: 'main',
        productCode: product.code,
        planId: plan.id,
        title: product.title,
        standardAmount: plan.standardPrice.amount,
        amount: total.amount,
      },
    ],
    voucher: voucher?.code ?? null,
    discount: discount.amount,
    total: total.amount,
    installments: plan.installments
      ? installmentOptions(total, plan.installments).map((option) => ({
          count: option.count,
          value: option.value,
          tax: option.tax,
          total: option.total,
          monthlyRate: option.monthlyRate,
        }))
      : [],
    methods: offeredMethods(plan).map(({ method, planId }) => ({ method, planId })),
  };
}
