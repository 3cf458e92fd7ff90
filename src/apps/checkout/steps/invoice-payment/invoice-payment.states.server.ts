import { offeredMeans } from '../../gallery/sample-means.ts';
import {
  defineStates,
  defineStepStates,
  type GalleryRequest,
  refusedWith,
} from '../../gallery/states.contract.server.ts';
import { keptRefusal } from '../../passes/kept-refusal.server.ts';
import { sampleInvoice } from '../../passes/sample-pass.server.ts';
import { checkAcceptance } from '../payment/payment-form.ts';
import type { InvoicePaymentData } from './invoice-payment-page.tsx';
import { showInvoice } from './invoice-payment.server.ts';

type Change = Parameters<typeof sampleInvoice>[2] & {
  /** It was to be paid by a kept means, by one press, and was not. */
  readonly isPressed?: boolean;
  /** A means of an earlier term may be used again. */
  readonly hasMeans?: boolean;
};

const inState =
  (state: 'open' | 'overdue' | 'canceled', { isPressed = false, hasMeans = false, ...change }: Change = {}) =>
  async (request: GalleryRequest) => {
    const made = await sampleInvoice(request, state, { ...change, byKept: isPressed });
    if (!made) return null;
    const { invoice, purchase, facts } = made;
    const shown = isPressed ? { ...request, rawQuery: new URLSearchParams(keptRefusal(invoice.view)) } : request;
    const profiles = hasMeans || isPressed ? offeredMeans(request, purchase.methods) : [];
    if ((hasMeans || isPressed) && profiles.length === 0) return null;
    return showInvoice(shown, invoice, purchase.lead, state === 'canceled' ? null : { ...facts, profiles });
  };

const declined = { state: 'declined' } as const;

const inFlow = defineStepStates<InvoicePaymentData>({
  usual: inState('open'),
  kept: inState('open', { hasMeans: true }),
  overdue: inState('overdue'),
  declined: inState('open', { tried: declined }),
  'kept-refused': inState('overdue', { tried: declined, isPressed: true }),
  canceled: inState('canceled'),
  error: async (request) => refusedWith(await inState('open')(request), {}, checkAcceptance({})),
  'price-changed': async (request) =>
    refusedWith(await inState('overdue')(request), {}, { form: 'payment.error.quote-changed' }),
});

// Schools whose plans make lateness dearer send bills without naming them in a flow.
export const states = { ...inFlow, ...defineStates({ 'late-fee': inState('overdue', { hasFee: true }) }) };
