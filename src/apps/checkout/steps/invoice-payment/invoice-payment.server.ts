import type { Invoice } from '#src/domain/invoices/index.ts';
import type { LinkGoneData } from '../../pages/link-gone/link-gone-page.tsx';
import { linkGone } from '../../passes/enter.server.ts';
import { findInvoice, invoiceView } from '../../passes/invoice-view.server.ts';
import { maskedBuyer } from '../../passes/masked-buyer.ts';
import {
  loadPassPurchase,
  type OtherStage,
  passPurchase,
  submitPassPurchase,
} from '../../passes/pass-purchase.server.ts';
import { quoteSummary } from '../../site/summary.server.ts';
import { isSettled } from '../../status/standing.server.ts';
import { definePage, type Loaded, type PageRequest, redirect, show } from '../../web/page.server.ts';
import { type PaymentFacts, paymentData } from '../payment/payment-data.server.ts';
import type { InvoicePaymentData } from './invoice-payment-page.tsx';

async function find(request: PageRequest) {
  const found = await findInvoice(request, request.params['id'] ?? '');
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
    const buyer = maskedBuyer(purchase.lead);
    if (invoice.state === 'canceled')
      return show<InvoicePaymentData>({ invoice: invoiceView(request, invoice), buyer, payment: null });
    return loadPassPurchase<InvoicePaymentData>(request, purchase, (facts) => ask(request, invoice, facts));
  },

  submit: async (form, request) => {
    const found = await find(request);
    if (found.kind !== 'found') return found;
    const { invoice, purchase } = found;
    if (invoice.state === 'canceled') return redirect(request.href(request.path));
    return submitPassPurchase(form, request, purchase);
  },
});

/** The bill and the ways to pay it. */
function ask(request: PageRequest, invoice: Invoice, facts: PaymentFacts): Loaded<InvoicePaymentData> {
  return show<InvoicePaymentData>(
    { invoice: invoiceView(request, invoice), buyer: maskedBuyer(facts.lead), payment: paymentData(facts) },
    { head: { summary: quoteSummary(facts.quote, request.words, request.view.locale) } },
  );
}
