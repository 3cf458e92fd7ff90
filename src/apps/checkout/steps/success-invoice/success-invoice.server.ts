import { findLead } from '#src/domain/leads/index.server.ts';
import type { LinkGoneData } from '../../pages/link-gone/link-gone-page.tsx';
import { linkGone } from '../../passes/enter.server.ts';
import { findInvoice, invoiceView } from '../../passes/invoice-view.server.ts';
import { maskedBuyer } from '../../passes/masked-buyer.ts';
import { definePage, redirect, show } from '../../web/page.server.ts';
import { receiptOf } from '../success/order-facts.server.ts';
import type { SuccessInvoiceData } from './success-invoice-page.tsx';

export const page = definePage<SuccessInvoiceData | LinkGoneData>({
  load: async (request) => {
    // The page's own word in the query: an id is no secret, the cookie is.
    const id = request.rawQuery.get('invoice') ?? '';
    const found = await findInvoice(request, id, { invoice: id });
    if (found.kind !== 'found') return found;
    const { invoice } = found;
    const { state } = invoice;
    const lead = await findLead(request.ctx, invoice.session);
    if (!lead) return linkGone(request);
    if (state !== 'paid' && state !== 'refunded') return redirect(request.href(`/payment/${invoice.id}`));
    const buyer = maskedBuyer(lead);
    return show<SuccessInvoiceData>(
      {
        kind: state,
        email: buyer.email,
        buyer: buyer.name,
        invoice: invoiceView(request, invoice),
        receipt: await receiptOf(request, invoice.view),
        school: `${request.visit.brand.links.domain}/login`,
      },
      { head: { headers: { 'clear-site-data': '"storage"' } } },
    );
  },
});
