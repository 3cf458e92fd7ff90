import { type ComputedQuote, computeQuote } from '#src/domain/checkout/quotes/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import { installmentsText } from '../summary.server.ts';
import type { NextUpsell } from './next-upsell.server.ts';
import type { OneClick, UpsellView } from './upsell.types.ts';

/**
 * An offer as formatted text. `bought` is the title of the earlier purchase; `quote` is the price of an accepted offer,
 * which may be for several profiles.
 */
export function upsellView(
  { words, view, visit }: PageRequest,
  nextOffer: NextUpsell,
  bought: string,
  quote?: ComputedQuote,
  oneClick: OneClick | null = null,
): UpsellView {
  const { brand, product, plan, basisPoints } = nextOffer.target;
  const text = (amount: bigint): string => formatMoney({ amount, currency: plan.price.currency }, view.locale);
  const price = quote ?? computeQuote(product, plan, null);
  const standard = price.lines.reduce((sum, line) => sum + line.standardAmount, 0n);
  const names = { product: product.title, bought };
  return {
    id: nextOffer.step.id,
    product: product.title,
    brand: brand.name === product.title ? null : brand.name,
    description: product.description,
    plan: plan.name,
    total: text(price.total),
    standard: standard > price.total ? text(standard) : null,
    saving: basisPoints > 0 ? words('upsell.saving', { percent: basisPoints / 100 }) : null,
    detail: installmentsText(price, words, text),
    merchant: brand.businessName === visit.brand.businessName ? null : brand.businessName,
    chat: nextOffer.chat === null ? null : chatAddress(nextOffer.chat, words('upsell.chat.message', names)),
    oneClick,
  };
}

/** The chat's address with the first message. */
function chatAddress(chat: string, message: string): string {
  const url = new URL(chat);
  url.searchParams.set('text', message);
  return url.href;
}
