import { sampleBought } from '../../gallery/sample-purchase.server.ts';
import { defineStepStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { invoiceView } from '../../passes/invoice-view.server.ts';
import { maskedBuyer } from '../../passes/masked-buyer.ts';
import { sampleInvoice } from '../../passes/sample-pass.server.ts';
import { show } from '../../web/page.server.ts';
import { receiptFrom } from '../success/order-facts.server.ts';
import type { SuccessInvoiceData } from './success-invoice-page.tsx';

const inState = (kind: SuccessInvoiceData['kind']) => async (request: GalleryRequest) => {
  const made = await sampleInvoice(request, kind);
  if (!made) return null;
  const { invoice, purchase } = made;
  const buyer = maskedBuyer(purchase.lead);
  return show<SuccessInvoiceData>({
    kind,
    email: buyer.email,
    buyer: buyer.name,
    invoice: invoiceView(request, invoice),
    receipt: receiptFrom(request, invoice.view, sampleBought(request, purchase, invoice.view)),
    school: `${request.visit.brand.links.domain}/login`,
  });
};

export const states = defineStepStates<SuccessInvoiceData>({ usual: inState('paid'), refunded: inState('refunded') });
