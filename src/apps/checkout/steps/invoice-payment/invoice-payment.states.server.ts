import { sampleInvoice } from '../../passes/sample-pass.server.ts';
import { defineStepStates, type GalleryRequest, refusedWith } from '../../gallery/states.contract.server.ts';
import { checkAcceptance } from '../payment/payment-form.ts';
import type { InvoicePaymentData } from './invoice-payment-page.tsx';
import { showInvoice } from './invoice-payment.server.ts';

const inState = (state: 'open' | 'overdue' | 'canceled') => async (request: GalleryRequest) => {
  const made = await sampleInvoice(request, state);
  return made && showInvoice(request, made.invoice, made.purchase.lead, state === 'canceled' ? null : made.facts);
};

export const states = defineStepStates<InvoicePaymentData>({
  usual: inState('open'),
  overdue: inState('overdue'),
  canceled: inState('canceled'),
  error: async (request) => refusedWith(await inState('open')(request), {}, checkAcceptance({})),
});
