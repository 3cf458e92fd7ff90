import type { Product } from '../../catalog/products/index.ts';
import { findPlan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import { computeQuote } from './compute-quote.ts';
import { insertQuote } from './quote.repository.server.ts';
import type { Quote } from './quote.types.ts';

/** Agreed price in minor units, and the title of its line; the product's title when absent. */
export interface AgreedPrice {
  readonly planId: string;
  readonly amount: bigint;
  readonly title?: string;
  /** The late fee on top of it. */
  readonly late?: { readonly amount: bigint; readonly title: string };
}

/**
 * Stores the price of an invoice: one line at the agreed price, whatever the plan costs by now. Its installments bear no
 * interest (specification, section 3: for a renewal taxes are zeroed). Null when the plan is not known any more.
 */
export async function agreedQuote(
  ctx: CheckoutContext,
  db: Db,
  from: { readonly sessionId: string; readonly product: Product | null; readonly price: AgreedPrice },
): Promise<Quote | null> {
  const { sessionId, product, price } = from;
  const plan = product && findPlan(product, price.planId);
  if (!product || !plan) return null;
  const { amount, title, late } = price;
  const agreed = { amount: amount + (late?.amount ?? 0n), currency: plan.price.currency };
  const installments = plan.installments && { ...plan.installments, monthlyRate: '0' };
  const computed = computeQuote(product, { ...plan, price: agreed, standardPrice: agreed, installments }, null);
  const lines = computed.lines.flatMap((line) => [
    { ...line, title: title ?? line.title, amount, standardAmount: amount },
    ...(late
      ? [{ ...line, kind: 'late-fee' as const, title: late.title, amount: late.amount, standardAmount: late.amount }]
      : []),
  ]);
  return insertQuote(ctx, db, sessionId, { ...computed, lines });
}
