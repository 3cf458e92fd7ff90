import type { Plan } from '#src/domain/catalog/index.ts';
import { noExtras } from '#src/domain/quotes/index.ts';
import { answerStep } from '#src/domain/sessions/index.server.ts';
import type { LinkGoneData } from '../../pages/link-gone/link-gone-page.tsx';
import type { MadeOfferData } from '../../pages/made-offer/made-offer.types.ts';
import { loadMadeOffer, madeOfferAsked, submitMadeOffer } from '../../passes/made-offer.server.ts';
import { type OfferNow, offerNow } from '../../site/offer-now.server.ts';
import { priceView } from '../../site/price-view.server.ts';
import { aboutProduct, planQuote, quoteSummary } from '../../site/summary.server.ts';
import { definePage, type PageRequest, problem, redirect, refuse, show } from '../../web/page.server.ts';
import type { CustomOfferData } from './custom-offer.types.ts';

export const page = definePage<CustomOfferData | MadeOfferData | LinkGoneData>({
  load: async (request) => {
    const made = madeOfferAsked(request);
    if (made !== null) return loadMadeOffer(request, made);
    const { view, words, visit } = request;
    const offer = await offerNow(request);
    if (offer.kind !== 'offer') return offer;
    const { plan: chosen, quote } = offer;
    const session = await request.findSession();
    const plans = plansFor(request, offer).map((plan) => ({
      planId: plan.id,
      name: plan.name,
      // The plan at hand at its stored price; a voucher that was typed since the link was opened is in it.
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
      { head: { summary: quoteSummary(quote, words, view.locale, aboutProduct(request, quote)) } },
    );
  },

  submit: async (form, request) => {
    const made = madeOfferAsked(request);
    if (made !== null) return submitMadeOffer(form, request, made);
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-custom-offer');
    const offer = await offerNow(request);
    if (offer.kind !== 'offer') return offer;
    const plan = plansFor(request, offer).find(({ id }) => id === form['plan']);
    if (!plan) return refuse(form, { plan: 'validation.required' });
    const answered = await answerStep(request.ctx, await request.session(), { planId: plan.id });
    return redirect(answered.ok ? next : request.href('/payment'));
  },
});

/**
 * The plans to choose from: the link's own when it names one, else those of this market; of these only the cheapest where
 * the brand's price mode says so.
 */
function plansFor({ visit }: PageRequest, { plan: chosen }: OfferNow): readonly Plan[] {
  // An event sells one lot after the other: which one is no choice.
  if (visit.plan || chosen.ticketLot) return [chosen];
  const { plans } = visit.product;
  const here = plans.filter(({ market }) => market === chosen.market);
  if (visit.brand.priceMode === 'default') return here;
  return here.toSorted((a, b) => (a.price.amount < b.price.amount ? -1 : 1)).slice(0, 1);
}
