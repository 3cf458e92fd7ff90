import type { OrderBump } from '#src/domain/catalog/products/index.ts';
import { computeQuote } from '#src/domain/checkout/quotes/index.ts';
import { saveStepAnswers } from '#src/domain/checkout/sessions/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { type CurrentOffer, currentOffer } from '../../site/current-offer.server.ts';
import { productDetails, quoteSummary } from '../../site/summary.server.ts';
import { definePage, type PageRequest, problem, redirect, show } from '../../framework/page.server.ts';
import { bumpField, type BumpTotal, type OfferedBump, type OrderBumpData } from './order-bump.types.ts';

export const page = definePage<OrderBumpData>({
  load: async (request) => {
    const { view, words, visit } = request;
    const { next } = view.flow ?? {};
    if (!next) return problem('flow-ends-at-order-bump');
    const offer = await currentOffer(request);
    if (offer.kind !== 'offer') return offer;
    const taken = offer.session?.answers.orderBumps ?? [];
    return show<OrderBumpData>(
      {
        product: visit.product.title,
        bumps: offer.plan.bumps.map((bump) => bumpView(request, bump, taken.includes(bump.code))),
        totals: totalsOf(request, offer),
        next,
      },
      { head: { summary: quoteSummary(offer.quote, words, view.locale, productDetails(request, offer.quote)) } },
    );
  },

  submit: async (form, request) => {
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-order-bump');
    const offer = await currentOffer(request);
    if (offer.kind !== 'offer') return offer;
    const orderBumps = offer.plan.bumps.map(({ code }) => code).filter((code) => form[bumpField(code)] === 'yes');
    const answered = await saveStepAnswers(request.ctx, await request.session(), { orderBumps });
    // Money that came in between has frozen the price: the payment page knows what to do.
    return redirect(answered.ok ? next : request.href('/payment'));
  },
});

/** The page has a rule of its style sheet for each of so many boxes. */
const mostBoxes = 3;

/** What the purchase comes to for each way to tick the boxes: the page shows the one that applies, without a script. */
function totalsOf({ ctx, visit, view }: PageRequest, { plan, extras, quote }: CurrentOffer): BumpTotal[] {
  const { bumps } = plan;
  if (bumps.length > mostBoxes) return [];
  const { brand, variant } = visit.brand;
  const voucher = quote.voucher === null ? null : ctx.catalog.voucher(brand, variant, quote.voucher);
  return Array.from({ length: 2 ** bumps.length }, (_, bits) => {
    const ticked = bumps.map((_bump, index) => (bits & (1 << index)) > 0);
    const chosen = { ...extras, bumps: bumps.filter((_bump, index) => ticked[index]) };
    const { total, currency } = computeQuote(visit.product, plan, voucher, chosen);
    return { ticked, total: formatMoney({ amount: total, currency }, view.locale) };
  });
}

function bumpView({ view }: PageRequest, bump: OrderBump, isTaken: boolean): OfferedBump {
  const { code, title, description, price, standardPrice } = bump;
  return {
    code,
    title,
    description,
    price: formatMoney(price, view.locale),
    standard: standardPrice.amount > price.amount ? formatMoney(standardPrice, view.locale) : null,
    isTaken,
  };
}
