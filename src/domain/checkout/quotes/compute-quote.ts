import { discountOf, offeredMethods, type Plan, type Product, type Voucher } from '../../catalog/products/index.ts';
import { noExtras, type QuoteExtras } from './chosen-offer.ts';
import { installmentOptions } from './installments.ts';
import type { Quote, QuoteLine } from './quote.types.ts';

/** A quote before it is stored. */
export type ComputedQuote = Omit<Quote, 'id' | 'sessionId' | 'expiresAt'>;

/**
 * The price of one plan for one buyer, with everything that the page shows. Pure: the same input, the same price. Every
 * line is what it adds to the total, so that the lines sum to it. A voucher lowers the plan's own line and no other: more
 * people and order bumps have a reduced price already. The installments are those of the whole total, by the plan's rule.
 */
export function computeQuote(
  product: Product,
  plan: Plan,
  voucher: Voucher | null,
  extras: QuoteExtras = noExtras,
): ComputedQuote {
  const { currency } = plan.price;
  const discount = voucher ? discountOf(voucher, plan.price).amount : 0n;
  const lines = [mainLine(product, plan, discount), ...extraLines(product, plan, extras)];
  const total = lines.reduce((sum, { amount }) => sum + amount, 0n);
  return {
    productCode: product.code,
    planId: plan.id,
    planType: plan.planType,
    currency,
    lines,
    voucher: voucher?.code ?? null,
    discount,
    total,
    installments: plan.installments
      ? installmentOptions({ amount: total, currency }, plan.installments).map((option) => ({
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

/** Whether a line is the plan's own, which a voucher lowers; additions have other kinds. */
export function isMainLine({ kind }: QuoteLine): boolean {
  return kind === 'main' || kind === 'ticket';
}

function mainLine(product: Product, plan: Plan, discount: bigint): QuoteLine {
  return {
    kind: plan.ticketLot ? 'ticket' : 'main',
    productCode: product.code,
    planId: plan.id,
    title: plan.ticketLot ? `${product.title} · ${plan.name}` : product.title,
    standardAmount: plan.standardPrice.amount,
    amount: plan.price.amount - discount,
  };
}

function extraLines(product: Product, plan: Plan, { profiles, bumps }: QuoteExtras): QuoteLine[] {
  const added = bumps.map((bump): QuoteLine => ({
    kind: 'order-bump',
    productCode: bump.code,
    planId: bump.id,
    title: bump.title,
    standardAmount: bump.standardPrice.amount,
    amount: bump.price.amount,
  }));
  if (!profiles) return added;
  const more = profiles.price.amount - plan.price.amount;
  return [
    {
      kind: 'profiles',
      productCode: product.code,
      planId: plan.id,
      title: profiles.title,
      standardAmount: more,
      amount: more,
    },
    ...added,
  ];
}

/** Titles of all lines of a quote, as one text. */
export function quoteTitle({ lines }: Pick<Quote, 'lines'>): string {
  return lines.map(({ title }) => title).join(' + ');
}
