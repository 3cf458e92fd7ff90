import type { OrderBump } from '#src/domain/catalog/index.ts';
import { answerStep } from '#src/domain/sessions/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { offerNow } from '../../site/offer-now.server.ts';
import { aboutProduct, quoteSummary } from '../../site/summary.server.ts';
import { definePage, type PageRequest, problem, redirect, show } from '../../web/page.server.ts';
import { bumpField, type OfferedBump, type OrderBumpData } from './order-bump.types.ts';

export const page = definePage<OrderBumpData>({
  load: async (request) => {
    const { view, words, visit } = request;
    const { next } = view.flow ?? {};
    if (!next) return problem('flow-ends-at-order-bump');
    const offer = await offerNow(request);
    if (offer.kind !== 'offer') return offer;
    const taken = offer.session?.answers.orderBumps ?? [];
    return show<OrderBumpData>(
      {
        product: visit.product.title,
        bumps: offer.plan.bumps.map((bump) => bumpView(request, bump, taken.includes(bump.code))),
        next,
      },
      { head: { summary: quoteSummary(offer.quote, words, view.locale, aboutProduct(request, offer.quote)) } },
    );
  },

  submit: async (form, request) => {
    const { next } = request.view.flow ?? {};
    if (!next) return problem('flow-ends-at-order-bump');
    const offer = await offerNow(request);
    if (offer.kind !== 'offer') return offer;
    const orderBumps = offer.plan.bumps.map(({ code }) => code).filter((code) => form[bumpField(code)] === 'yes');
    const answered = await answerStep(request.ctx, await request.session(), { orderBumps });
    // Money that came in between has frozen the price: the payment page knows what to do.
    return redirect(answered.ok ? next : request.href('/payment'));
  },
});

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
