import { findLead } from '#src/domain/leads/index.server.ts';
import { profilesOf } from '#src/domain/payment-profiles/index.server.ts';
import { placeOfKind, placesOfSession } from '#src/domain/places/index.server.ts';
import { currentQuote } from '#src/domain/quotes/index.server.ts';
import { ticketLots } from '#src/domain/tickets/index.server.ts';
import { soldOutPath } from '../../site/sold-out.server.ts';
import { addressOfMissingStep } from '../../status/missing-step.server.ts';
import { mainPurchase } from '../../status/purchase.server.ts';
import { definePage, type PageRequest, problem, redirect, show } from '../../web/page.server.ts';
import { type PaymentFacts, paymentData, paymentParts } from './payment-data.server.ts';
import { aboutPurchase, dueSummary } from './due-summary.server.ts';
import { decidedAddress, takePayment } from './take-payment.server.ts';
import type { PaymentData } from './payment.types.ts';

type Gathered =
  | { readonly kind: 'facts'; readonly facts: PaymentFacts }
  | ReturnType<typeof redirect>
  | ReturnType<typeof problem>;

/** Who buys, what it costs and what was tried; or where the buyer must go instead. */
async function gather(request: PageRequest): Promise<Gathered> {
  const { ctx, visit } = request;
  const purchase = await mainPurchase(request);
  const lead = purchase && (await findLead(ctx, purchase.session));
  if (!purchase || !lead) return redirect(request.firstStep);
  const { session, view, places } = purchase;
  const missing = await addressOfMissingStep(request, { session, view, lead });
  if (missing !== null) return { ...redirect(missing), isFinal: true };
  const quote = await currentQuote(ctx, session);
  if (!quote.ok) {
    const { code } = quote.error;
    return code === 'tickets-sold-out' ? redirect(request.href(soldOutPath)) : problem(code);
  }
  const lots = await ticketLots(ctx, ctx.db, session.brand, visit.product);
  const unit = placeOfKind(await placesOfSession(ctx.db, session.id), 'unit');
  const profiles = await profilesOf(ctx.db, session.id);
  return {
    kind: 'facts',
    facts: {
      ...{ request, session, lead, quote: quote.value, view, places, seller: visit.brand, lots, unit, profiles },
      isOwnPage: true,
    },
  };
}

export const page = definePage<PaymentData>({
  load: async (request) => {
    const gathered = await gather(request);
    if (gathered.kind !== 'facts') return gathered;
    const elsewhere = decidedAddress(gathered.facts);
    if (elsewhere) return redirect(elsewhere);
    const data = paymentData(gathered.facts);
    const summary = dueSummary(gathered.facts, aboutPurchase(gathered.facts));
    return show<PaymentData>(data, { head: { summary, parts: paymentParts(data, request) } });
  },

  submit: async (form, request) => {
    const gathered = await gather(request);
    return gathered.kind === 'facts' ? takePayment(gathered.facts, form) : gathered;
  },
});
