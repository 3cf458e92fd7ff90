import { findLead } from '#src/domain/checkout/leads/index.server.ts';
import { usableProfiles } from '#src/domain/payments/profiles/index.server.ts';
import { locationOfKind, locationsOfSession } from '#src/domain/checkout/test-locations/index.server.ts';
import { currentQuote } from '#src/domain/checkout/quotes/index.server.ts';
import { ticketLots } from '#src/domain/checkout/tickets/index.server.ts';
import { soldOutPath } from '../../site/sold-out.server.ts';
import { missingStepAddress } from '../../site/order-status/missing-step.server.ts';
import { mainPurchase } from '../../site/order-status/purchase.server.ts';
import { definePage, type PageRequest, problem, redirect, show } from '../../framework/page.server.ts';
import { type PaymentContext, paymentData, paymentParts } from '../../payment-form/payment-data.server.ts';
import { purchaseDetails, dueSummary } from '../../payment-form/due-summary.server.ts';
import { decidedOrderAddress, submitPayment } from '../../payment-form/submit-payment.server.ts';
import type { PaymentData } from '../../payment-form/payment.types.ts';

type Gathered =
  | { readonly kind: 'context'; readonly context: PaymentContext }
  | ReturnType<typeof redirect>
  | ReturnType<typeof problem>;

/** Buyer, price and attempts; or the page where the buyer must go instead. */
async function gather(request: PageRequest): Promise<Gathered> {
  const { ctx, visit } = request;
  const purchase = await mainPurchase(request);
  const lead = purchase && (await findLead(ctx, purchase.session));
  if (!purchase || !lead) return redirect(request.firstStep);
  const { session, view, routes } = purchase;
  const missing = await missingStepAddress(request, { session, view, lead });
  if (missing !== null) return { ...redirect(missing), isFinal: true };
  const quote = await currentQuote(ctx, session);
  if (!quote.ok) {
    const { code } = quote.error;
    return code === 'tickets-sold-out' ? redirect(request.href(soldOutPath)) : problem(code);
  }
  const lots = await ticketLots(ctx, ctx.db, session.brand, visit.product);
  const unit = locationOfKind(await locationsOfSession(ctx.db, session.id), 'unit');
  const profiles = await usableProfiles(ctx.db, session.id);
  return {
    kind: 'context',
    context: {
      ...{ request, session, lead, quote: quote.value, view, routes, seller: visit.brand, lots, unit, profiles },
      isOwnPage: true,
    },
  };
}

export const page = definePage<PaymentData>({
  load: async (request) => {
    const gathered = await gather(request);
    if (gathered.kind !== 'context') return gathered;
    const redirectTo = decidedOrderAddress(gathered.context);
    if (redirectTo) return redirect(redirectTo);
    const data = paymentData(gathered.context);
    const summary = dueSummary(gathered.context, purchaseDetails(gathered.context));
    return show<PaymentData>(data, { head: { summary, parts: paymentParts(data, request) } });
  },

  submit: async (form, request) => {
    const gathered = await gather(request);
    return gathered.kind === 'context' ? submitPayment(gathered.context, form) : gathered;
  },
});
