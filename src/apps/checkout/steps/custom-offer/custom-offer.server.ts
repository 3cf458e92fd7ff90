import type { Plan } from '#src/domain/catalog/products/index.ts';
import { noExtras } from '#src/domain/checkout/quotes/index.ts';
import { saveStepAnswers } from '#src/domain/checkout/sessions/index.server.ts';
import type { LinkExpiredData } from '../../site/link-expired.types.ts';
import type { PersonalOfferData } from '../../account/personal-offer/personal-offer.types.ts';
import {
  loadPersonalOffer,
  requestedPersonalOffer,
  submitPersonalOffer,
} from '../../account/personal-offer/personal-offer.server.ts';
import { type CurrentOffer, currentOffer } from '../../site/current-offer.server.ts';
import { priceView } from '../../site/price-view.server.ts';
import { productDetails, planQuote, quoteSummary } from '../../site/summary.server.ts';
import { definePage, type PageRequest, problem, redirect, refuse, show } from '../../framework/page.server.ts';
import type { CustomOfferData } from './custom-offer.types.ts';

export const page = definePage<CustomOfferData | PersonalOfferData | LinkExpiredData>({
  load: async (request) => {
    const made = requestedPersonalOffer(request);
    if (made !== null) return loadPersonalOffer(request, made);
    const { view, words, visit } = request;
    const offer = await currentOffer(request);
    if (offer.kind !== 'offer') return offer;
    const { plan: chosen, quote } = offer;
    const session = await request.findSession();
    const plans = plansFor(request, offer).map((plan) => ({
      planId: plan.id,
      name: plan.name,
      // The chosen plan at its stored price, which includes a voucher typed since the link was opened.
      price: priceView(
        plan === chosen ? quote : planQuote(request, { plan, extras: noExtras }, session),
        plan,
        words,
        view.locale,
      ),
    }));
    return show<CustomOfferData>(
      {
        product: visit.product.title,
        seller: view.seller.id === 'performance' ? null : view.seller.name,
        plans,
        chosen: chosen.id,
        isAnswered: session?.answers.planId !== undefined,
      },
      { head: { summary: quoteSummary(quote, words, view.locale, productDetails(request, quote)) } },
    );
  },

  submit: async (form, request) => {
    const made = requestedPersonalOffer(request);
    if (made !== null) return submitPersonalOffer(form, request, made);
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-custom-offer');
    const offer = await currentOffer(request);
    if (offer.kind !== 'offer') return offer;
    const plan = plansFor(request, offer).find(({ id }) => id === form['plan']);
    if (!plan) return refuse(form, { plan: 'validation.required' });
    const answered = await saveStepAnswers(request.ctx, await request.session(), { planId: plan.id });
    return redirect(answered.ok ? next : request.href('/payment'));
  },
});

/**
 * The plans to choose from: the link's own when it names one, else those of this market; of these only the cheapest where
 * the brand's price mode says so.
 */
function plansFor({ visit }: PageRequest, { plan: chosen }: CurrentOffer): readonly Plan[] {
  // An event sells one lot after the other: which one is no choice.
  if (visit.plan || chosen.ticketLot) return [chosen];
  const { plans } = visit.product;
  const here = plans.filter(({ market }) => market === chosen.market);
  if (visit.brand.priceMode === 'default') return here;
  return here.toSorted((a, b) => (a.price.amount < b.price.amount ? -1 : 1)).slice(0, 1);
}
