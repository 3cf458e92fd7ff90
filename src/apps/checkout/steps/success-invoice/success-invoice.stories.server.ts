import { sampleReceiptInput } from '../../stories/sample-purchase.server.ts';
import { defineStepStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { invoiceView } from '../../account/invoices/invoice-view.server.ts';
import { maskedBuyer } from '../../account/links/masked-buyer.ts';
import { sampleInvoice } from '../../stories/sample-subscription.server.ts';
import { show } from '../../framework/page.server.ts';
import { buildReceipt } from '../../site/receipt/order-context.server.ts';
import type { SuccessInvoiceData } from './success-invoice-page.tsx';

const inState = (kind: SuccessInvoiceData['kind']) => async (request: StoryRequest) => {
  const made = await sampleInvoice(request, kind);
  if (!made) return null;
  const { invoice, purchase } = made;
  const buyer = maskedBuyer(purchase.lead);
  return show<SuccessInvoiceData>({
    kind,
    email: buyer.email,
    buyer: buyer.name,
    invoice: invoiceView(request, invoice),
    receipt: buildReceipt(request, invoice.view, sampleReceiptInput(request, purchase, invoice.view)),
    school: `${request.visit.brand.links.domain}/login`,
  });
};

export const stories = defineStepStories<SuccessInvoiceData>({ usual: inState('paid'), refunded: inState('refunded') });
