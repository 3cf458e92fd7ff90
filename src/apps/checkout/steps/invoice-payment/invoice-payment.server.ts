import type { Invoice } from '#src/domain/subscriptions/invoices/index.ts';
import { applyLateFee } from '#src/domain/subscriptions/invoices/index.server.ts';
import type { Lead } from '#src/domain/checkout/leads/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';
import { linkExpired } from '../../account/links/open-magic-link.server.ts';
import { findInvoice, invoiceView } from '../../account/invoices/invoice-view.server.ts';
import { withSavedCardRefusal } from '../../account/invoices/saved-card-refusal.server.ts';
import { maskedBuyer } from '../../account/links/masked-buyer.ts';
import {
  loadLinkPurchase,
  type PurchaseStage,
  linkPurchase,
  submitLinkPurchase,
} from '../../account/links/link-purchase.server.ts';
import { isPaidOrRefunded } from '../../site/order-status/order-address.server.ts';
import { definePage, type PageRequest, redirect, refuse, show, type PageResult } from '../../framework/page.server.ts';
import { dueSummary } from '../../payment-form/due-summary.server.ts';
import { type PaymentContext, paymentData, paymentParts } from '../../payment-form/payment-data.server.ts';
import type { InvoicePaymentData } from './invoice-payment-page.tsx';

async function find(request: PageRequest) {
  const seen = await findInvoice(request, request.params['id'] ?? '');
  if (seen.kind !== 'found') return seen;
  // The late fee is fixed today; the invoice is read again with it.
  const found = (await applyLateFee(request.ctx, seen.invoice)) ? await findInvoice(request, seen.invoice.id) : seen;
  if (found.kind !== 'found') return found;
  const purchase = await linkPurchase(request, found.invoice, request.path);
  return purchase ? { ...found, purchase } : linkExpired(request);
}

export const page = definePage<InvoicePaymentData | LinkExpiredData | PurchaseStage>({
  load: async (request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { invoice, purchase } = found;
    if (isPaidOrRefunded(purchase.view)) return redirect(request.href('/success-invoice', { invoice: invoice.id }));
    if (invoice.state === 'canceled') return showInvoice(request, invoice, purchase.lead, null);
    return loadLinkPurchase<InvoicePaymentData>(request, purchase, (context) =>
      showInvoice(request, invoice, context.lead, context),
    );
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { invoice, purchase } = found;
    if (invoice.state === 'canceled') return redirect(request.href(request.path));
    // An older page shows another price: nothing is paid at that one.
    const isStale = 'quoteId' in form && form['quoteId'] !== purchase.view.order.quoteId;
    if (isStale && purchase.view.order.state === 'open') return refuse({}, { form: 'payment.error.quote-changed' });
    return submitLinkPurchase(form, request, purchase);
  },
});

/** The invoice and, unless it was canceled, its payment methods. */
export function showInvoice(
  request: PageRequest,
  invoice: Invoice,
  lead: Lead,
  context: PaymentContext | null,
): PageResult<InvoicePaymentData> {
  const base = { invoice: invoiceView(request, invoice), buyer: maskedBuyer(lead) };
  if (!context) return show<InvoicePaymentData>({ ...base, lateFee: null, payment: null });
  const usual = paymentData(context);
  const payment = context.view
    ? { ...usual, notice: withSavedCardRefusal(request, context.view, usual.notice) }
    : usual;
  const late = context.quote.lines.find(({ kind }) => kind === 'late-fee');
  const lateFee = late
    ? formatMoney({ amount: late.amount, currency: context.quote.currency }, request.view.locale)
    : null;
  const summary = dueSummary(context);
  return show<InvoicePaymentData>(
    { ...base, lateFee, payment },
    { head: { summary, parts: paymentParts(payment, request) } },
  );
}
