import { transaction } from '#src/kernel/db/transaction.server.ts';
import { lateFee } from '#src/kernel/money/late-fee.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { daysBetween } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { findPlan, type LateFeeTerms, type Plan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { agreedOrderAmount, lockOrder, type Order, repriceOrder } from '../../orders/index.server.ts';
import { isOpen } from '../../payments/index.ts';
import { attemptsOfOrder } from '../../payments/index.server.ts';
import { agreedQuote, expireOtherQuotes } from '../../checkout/quotes/index.server.ts';
import { isPaidByInvoice } from './invoice.repository.server.ts';
import type { Invoice } from './invoice.types.ts';

/** The title of a late fee on the lines of an invoice. */
export const lateFeeTitles: Readonly<Record<Locale, string>> = {
  'pt-BR': 'Multa e juros por atraso',
  'pt-MZ': 'Multa e juros por atraso',
  'es-PE': 'Recargo e intereses por atraso',
};

/** Invoices of a sale or a billing period are owed from their day on; a plan change is optional, and a direct sale is paid at once. */
const kindsWithLateFee: ReadonlySet<Invoice['kind']> = new Set(['invoice', 'renew', 'sale-invoice']);

/** The plan's late fees, of whichever method has them; null when none has: then the price stays. */
export function lateFeeTermsOf({ methods }: Pick<Plan, 'methods'>): LateFeeTerms | null {
  return methods.find(({ late }) => late)?.late ?? null;
}

/**
 * Sets the price of an overdue invoice to what it costs today: a fine once and interest by the day, where the plan has late
 * fees. The order stays the same; its total, its lines and the shown quote change together, once a day, as long as nothing was
 * paid and no attempt is open (a code or slip that was given out is honoured as it is). An invoice of a subscription that is
 * charged by another instrument has no late fee: charging in time is up to us. True when the price changed.
 */
export async function applyLateFee(
  ctx: SubscriptionsContext,
  { id, kind, dueOn, state, session, view }: Invoice,
): Promise<boolean> {
  const { brand, variant, productCode, market } = session;
  const product = ctx.catalog.product(brand, variant, productCode);
  const plan = product && findPlan(product, view.order.planId);
  const terms = plan && lateFeeTermsOf(plan);
  if (state !== 'overdue' || !terms || !kindsWithLateFee.has(kind)) return false;
  return transaction(ctx.db, async (trx) => {
    const order = await lockOrder(trx, view.order.id);
    if (order?.state !== 'open' || (await hasOpenPayment(trx, order)) || !(await isPaidByInvoice(trx, id)))
      return false;
    const base = await agreedOrderAmount(trx, order.id);
    const { fine, interest } = lateFee(base, terms, daysBetween(dueOn, marketDate(ctx.clock.now(), market)));
    const fee = fine + interest;
    if (order.total === base + fee) return false;
    const late = { amount: fee, title: lateFeeTitles[session.locale] };
    const price = { planId: order.planId, amount: base, late };
    const quote = await agreedQuote(ctx, trx, { sessionId: session.id, product, price });
    if (!quote) return false;
    // A form that shows the former price is answered with the new one.
    await expireOtherQuotes(trx, quote, ctx.clock.now());
    await repriceOrder(trx, order.id, quote);
    return true;
  });
}

/** Whether an order was paid in part, or an attempt may still take its old amount. */
async function hasOpenPayment(trx: Db, { id, received }: Order): Promise<boolean> {
  if (received > 0n) return true;
  const attempts = await attemptsOfOrder(trx, id);
  return attempts.some((attempt) => isOpen(attempt.state) && !attempt.superseded);
}
