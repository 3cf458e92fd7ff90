import type { Invoice } from '#src/domain/invoices/index.ts';
import { chargeLateness } from '#src/domain/invoices/index.server.ts';
import type { Lead } from '#src/domain/leads/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { LinkGoneData } from '../../pages/link-gone/link-gone-page.tsx';
import { linkGone } from '../../passes/enter.server.ts';
import { findInvoice, invoiceView } from '../../passes/invoice-view.server.ts';
import { withKeptRefusal } from '../../passes/kept-refusal.server.ts';
import { maskedBuyer } from '../../passes/masked-buyer.ts';
import {
  loadPassPurchase,
  type OtherStage,
  passPurchase,
  submitPassPurchase,
} from '../../passes/pass-purchase.server.ts';
import { isSettled } from '../../status/standing.server.ts';
import { definePage, type PageRequest, redirect, refuse, show, type Showing } from '../../web/page.server.ts';
import { dueSummary } from '../payment/due-summary.server.ts';
import { type PaymentFacts, paymentData, paymentParts } from '../payment/payment-data.server.ts';
import type { InvoicePaymentData } from './invoice-payment-page.tsx';

async function find(request: PageRequest) {
  const seen = await findInvoice(request, request.params['id'] ?? '');
  if (seen.kind !== 'found') return seen;
  // What being late costs is known today; the bill is read again with it.
  const found = (await chargeLateness(request.ctx, seen.invoice)) ? await findInvoice(request, seen.invoice.id) : seen;
  if (found.kind !== 'found') return found;
  const purchase = await passPurchase(request, found.invoice, request.path);
  return purchase ? { ...found, purchase } : linkGone(request);
}

export const page = definePage<InvoicePaymentData | LinkGoneData | OtherStage>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { invoice, purchase } = found;
    if (isSettled(purchase.view)) return redirect(request.href('/success-invoice', { invoice: invoice.id }));
    if (invoice.state === 'canceled') return showInvoice(request, invoice, purchase.lead, null);
    return loadPassPurchase<InvoicePaymentData>(request, purchase, (facts) =>
      showInvoice(request, invoice, facts.lead, facts),
    );
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { invoice, purchase } = found;
    if (invoice.state === 'canceled') return redirect(request.href(request.path));
    // A page of before shows another price: nothing is paid at it.
    const isStale = 'quoteId' in form && form['quoteId'] !== purchase.view.order.quoteId;
    if (isStale && purchase.view.order.state === 'open') return refuse({}, { form: 'payment.error.quote-changed' });
    return submitPassPurchase(form, request, purchase);
  },
});

/** The bill and, unless it was called off, the ways to pay it. */
export function showInvoice(
  request: PageRequest,
  invoice: Invoice,
  lead: Lead,
  facts: PaymentFacts | null,
): Showing<InvoicePaymentData> {
  const bill = { invoice: invoiceView(request, invoice), buyer: maskedBuyer(lead) };
  if (!facts) return show<InvoicePaymentData>({ ...bill, lateFee: null, payment: null });
  const usual = paymentData(facts);
  const payment = facts.view ? { ...usual, notice: withKeptRefusal(request, facts.view, usual.notice) } : usual;
  const late = facts.quote.lines.find(({ kind }) => kind === 'late-fee');
  const lateFee = late
    ? formatMoney({ amount: late.amount, currency: facts.quote.currency }, request.view.locale)
    : null;
  const summary = dueSummary(facts);
  return show<InvoicePaymentData>(
    { ...bill, lateFee, payment },
    { head: { summary, parts: paymentParts(payment, request) } },
  );
}
