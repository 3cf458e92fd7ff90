import { computeQuote } from '#src/domain/quotes/index.ts';
import type { CheckoutSession } from '#src/domain/sessions/index.ts';
import { oneClickMeans } from '#src/domain/upsells/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { installmentTexts, longestFree } from '../steps/payment/payment-texts.server.ts';
import type { PageRequest } from '../web/page.server.ts';
import type { UpsellAhead } from './upsell-ahead.server.ts';
import type { OneClick } from './upsell.types.ts';

/** Name of the words that one click agrees to, as the evidence keeps it. */
const agreeLabel = 'upsell.one-click.agree';

/** The offer with the means that was just used; null where that may not be used again, or nobody collects by it. */
export async function oneClickOf(
  request: PageRequest,
  session: CheckoutSession,
  ahead: UpsellAhead,
): Promise<OneClick | null> {
  const { ctx, words, view } = request;
  const means = await oneClickMeans(ctx, session, ahead.offer);
  if (!means) return null;
  const { product, plan, brand } = ahead.target;
  const { rail, brand: kind, last4, expiry } = means.profile;
  const quote = computeQuote(product, plan, null);
  const total = formatMoney({ amount: quote.total, currency: quote.currency }, view.locale);
  const label = words(`method.${rail}.saved`, { brand: kind, last4, expiry });
  const splits = ctx.rails.byId(rail)?.takesInstallments ? installmentTexts(quote, words, view.locale) : [];
  return {
    means: label,
    amount: unitsToJson(quote.total),
    buy: words('upsell.one-click', { product: product.title, total }),
    agree: words(agreeLabel, { product: product.title, total, means: label, merchant: brand.businessName }),
    terms: brand.links.terms,
    installments: splits.map(({ count, label: text }) => ({ value: String(count), label: text })),
    chosen: String(splits.length > 0 ? longestFree(quote.installments) : 1),
  };
}

/** What the buyer read beside the button that they pressed; null where it may not be pressed. */
export async function agreedTo(
  request: PageRequest,
  session: CheckoutSession,
  ahead: UpsellAhead,
): Promise<{ readonly label: string; readonly text: string } | null> {
  const click = await oneClickOf(request, session, ahead);
  return click && { label: agreeLabel, text: click.agree };
}
