import { transaction } from '#src/kernel/db/transaction.server.ts';
import { lateFee } from '#src/kernel/money/late-fee.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { daysBetween } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { findPlan, type LateFeeTerms, type Plan } from '../../catalog/products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { agreedOrderAmount, lockOrder, type Order } from '../../orders/index.server.ts';
import { agreedQuote } from '../../checkout/quotes/index.server.ts';
import type { Invoice } from './invoice.types.ts';

/** What being late costs, as the lines of a bill call it. */
export const lateFeeTitles: Readonly<Record<Locale, string>> = {
  'pt-BR': 'Multa e juros por atraso',
  'pt-MZ': 'Multa e juros por atraso',
  'es-PE': 'Recargo e intereses por atraso',
};

/** Bills of a sale or a term are owed from their day on; a change of plan is a wish, and a direct sale is paid at once. */
const kindsWithLateFee: ReadonlySet<Invoice['kind']> = new Set(['invoice', 'renew', 'sale-invoice']);

/** What the plan's terms say of being late, by whichever way to pay; null when they say nothing: then it costs the same. */
export function lateFeeTermsOf({ methods }: Pick<Plan, 'methods'>): LateFeeTerms | null {
  return methods.find(({ late }) => late)?.late ?? null;
}

/**
 * Brings an overdue bill to what it costs today: fine once and interest by the day, where the plan's late terms say so. The
 * order stays the same; its price, its lines and the price that is shown change together, once a day, as long as nothing was
 * paid and nothing is under way (a code or slip that was given out is honoured as it is). A bill of a subscription that is
 * charged by other means is none: being late is the company's doing then. True when the price changed.
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
    // A form that shows the price of before is answered with the new one.
    await trx
      .updateTable('quotes')
      .set({ expires_at: ctx.clock.now() })
      .where('session_id', '=', session.id)
      .where('id', '<>', quote.id)
      .execute();
    await trx
      .updateTable('orders')
      .set({ quote_id: quote.id, total: quote.total })
      .where('id', '=', order.id)
      .execute();
    await trx.deleteFrom('order_lines').where('order_id', '=', order.id).execute();
    const lines = quote.lines.map((line, position) => ({
      ...{ order_id: order.id, position, kind: line.kind, product_code: line.productCode, plan_id: line.planId },
      ...{ title: line.title, standard_amount: line.standardAmount, amount: line.amount },
    }));
    await trx.insertInto('order_lines').values(lines).execute();
    return true;
  });
}

/** Something may take the old amount yet, or has. */
async function hasOpenPayment(trx: Db, { id, received }: Order): Promise<boolean> {
  if (received > 0n) return true;
  const open = await trx
    .selectFrom('attempts')
    .select('id')
    .where('order_id', '=', id)
    .where('superseded', '=', false)
    .where('state', 'in', ['created', 'awaiting-buyer', 'processing', 'unknown', 'authorized'])
    .executeTakeFirst();
  return open !== undefined;
}

async function isPaidByInvoice(trx: Db, invoiceId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('invoices')
    .leftJoin('subscriptions', 'subscriptions.id', 'invoices.subscription_id')
    .select('subscriptions.instrument')
    .where('invoices.id', '=', invoiceId)
    .executeTakeFirst();
  return row?.instrument === null || row?.instrument === 'invoice';
}
