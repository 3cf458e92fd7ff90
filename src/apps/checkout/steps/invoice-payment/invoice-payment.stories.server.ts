import { sampleProfilesFor } from '../../stories/sample-profiles.ts';
import {
  defineStories,
  defineStepStories,
  type StoryRequest,
  refusedWith,
} from '../../stories/stories.contract.server.ts';
import { savedCardRefusal } from '../../account/invoices/saved-card-refusal.server.ts';
import { sampleInvoice } from '../../stories/sample-subscription.server.ts';
import { checkAcceptance } from '../../payment-form/form-fields.ts';
import type { InvoicePaymentData } from './invoice-payment-page.tsx';
import { showInvoice } from './invoice-payment.server.ts';

type Change = Parameters<typeof sampleInvoice>[2] & {
  /** A one-click payment by a saved instrument failed. */
  readonly isPressed?: boolean;
  /** An instrument saved in an earlier billing period may be used again. */
  readonly hasSavedCard?: boolean;
};

const inState =
  (state: 'open' | 'overdue' | 'canceled', { isPressed = false, hasSavedCard = false, ...change }: Change = {}) =>
  async (request: StoryRequest) => {
    const made = await sampleInvoice(request, state, { ...change, bySavedCard: isPressed });
    if (!made) return null;
    const { invoice, purchase, context } = made;
    const shown = isPressed ? { ...request, rawQuery: new URLSearchParams(savedCardRefusal(invoice.view)) } : request;
    const profiles = hasSavedCard || isPressed ? sampleProfilesFor(request, purchase.methods) : [];
    if ((hasSavedCard || isPressed) && profiles.length === 0) return null;
    return showInvoice(shown, invoice, purchase.lead, state === 'canceled' ? null : { ...context, profiles });
  };

const declined = { state: 'declined' } as const;

const inFlow = defineStepStories<InvoicePaymentData>({
  usual: inState('open'),
  kept: inState('open', { hasSavedCard: true }),
  overdue: inState('overdue'),
  declined: inState('open', { tried: declined }),
  'kept-refused': inState('overdue', { tried: declined, isPressed: true }),
  canceled: inState('canceled'),
  error: async (request) => refusedWith(await inState('open')(request), {}, checkAcceptance({})),
  'price-changed': async (request) =>
    refusedWith(await inState('overdue')(request), {}, { form: 'payment.error.quote-changed' }),
});

// Schools whose plans have late fees send invoices without naming this step in a flow.
export const stories = { ...inFlow, ...defineStories({ 'late-fee': inState('overdue', { hasFee: true }) }) };
