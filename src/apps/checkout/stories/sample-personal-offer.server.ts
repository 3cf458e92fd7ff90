import { addDays } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import type { CustomOffer } from '#src/domain/sales/custom-offers/index.ts';
import { planRenews, type TrialTerms } from '#src/domain/catalog/terms/index.ts';
import { samplePayment, samplePurchase } from './sample-purchase.server.ts';
import type { StoryRequest } from './stories.contract.server.ts';
import { showPersonalOffer } from '../account/personal-offer/personal-offer.server.ts';

/** A made-up offer for the gallery: for a subscription, or for a first purchase. */
export async function samplePersonalOffer(
  request: StoryRequest,
  options: { readonly isTerms: boolean; readonly standing?: 'taken' | 'over' | 'not-possible' },
) {
  const purchase = await samplePurchase(request);
  const [plan] = request.visit.product.plans;
  if (!purchase || !plan || (options.isTerms && !planRenews(plan))) return null;
  const { brand, variant, market, locale } = request.visit.brand;
  const { business, code: productCode } = request.visit.product;
  const today = marketDate(request.ctx.clock.now(), market);
  const from = addDays(today, 20);
  const offer: CustomOffer = {
    ...{
      id: 'cof_sample',
      brand,
      variant,
      business,
      productCode,
      planId: plan.id,
      market,
      locale,
      seller: 'performance',
    },
    price: { ...plan.price, amount: (plan.price.amount * 4n) / 5n },
    subscriptionId: options.isTerms ? 'sub_sample' : null,
    leadId: purchase.lead.id,
    expiresOn: addDays(today, options.standing === 'over' ? -1 : 6),
    acceptedAt: options.standing === 'taken' ? request.ctx.clock.now() : null,
    invoiceId: null,
  };
  const { amount } = offer.price;
  const trial: TrialTerms = {
    unit: 'day',
    count: 1,
    ...{ startsOn: today, freeUntil: addDays(from, -1), firstChargeOn: from },
    ...{ amount, people: 1, termAmount: amount },
  };
  const quote = { ...purchase.quote, lines: [], total: 0n, installments: [], trial };
  const context = { ...samplePayment(request, { ...purchase, quote }, null), isFrozen: true };
  return showPersonalOffer(
    request,
    { offer, plan, from: options.isTerms ? from : null, context },
    options.standing === 'not-possible',
  );
}
