import { findLead } from '#src/domain/checkout/leads/index.server.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';
import { linkExpired } from '../../account/links/open-magic-link.server.ts';
import { findInvoice, invoiceView } from '../../account/invoices/invoice-view.server.ts';
import { maskedBuyer } from '../../account/links/masked-buyer.ts';
import { definePage, redirect, show } from '../../framework/page.server.ts';
import { loadReceipt } from '../../site/receipt/order-context.server.ts';
import type { SuccessInvoiceData } from './success-invoice-page.tsx';

export const page = definePage<SuccessInvoiceData | LinkExpiredData>({
  load: async (request) => {
    // The page's own word in the query: an id is no secret, the cookie is.
    const id = request.rawQuery.get('invoice') ?? '';
    const found = await findInvoice(request, id, { invoice: id });
    if (found.kind !== 'found') return found;
    const { invoice } = found;
    const { state } = invoice;
    const lead = await findLead(request.ctx, invoice.session);
    if (!lead) return linkExpired(request);
    if (state !== 'paid' && state !== 'refunded') return redirect(request.href(`/payment/${invoice.id}`));
    const buyer = maskedBuyer(lead);
    return show<SuccessInvoiceData>(
      {
        kind: state,
        email: buyer.email,
        buyer: buyer.name,
        invoice: invoiceView(request, invoice),
        receipt: await loadReceipt(request, invoice.view),
        school: `${request.visit.brand.links.domain}/login`,
      },
      { head: { headers: { 'clear-site-data': '"storage"' } } },
    );
  },
});
