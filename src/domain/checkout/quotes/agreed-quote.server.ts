import type { Product } from '../../catalog/products/index.ts';
import { findPlan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { CheckoutContext } from '../context.server.ts';
import { computeQuote } from './compute-quote.ts';
import { insertQuote } from './quote.repository.server.ts';
import type { Quote } from './quote.types.ts';

/** What was agreed to, in minor units, and what the line is called; the product's title when nothing is said. */
export interface AgreedPrice {
  readonly planId: string;
  readonly amount: bigint;
  readonly title?: string;
  /** What being late adds to it. */
  readonly late?: { readonly amount: bigint; readonly title: string };
}

/**
 * Stores the price of a bill: one line at what was agreed to, whatever the plan costs by now. Its installments bear no
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
