import { answerUpsell } from '../../site/upsell/answer-upsell.server.ts';
import { requireUpsellOffer } from '../../site/upsell/require-upsell-offer.server.ts';
import type { NextUpsell } from '../../site/upsell/next-upsell.server.ts';
import type { OneClick } from '../../site/upsell/upsell.types.ts';
import { upsellView } from '../../site/upsell/upsell-view.server.ts';
import { definePage, type PageRequest, redirect, show } from '../../framework/page.server.ts';
import type { UpsellPresentationData } from './upsell-presentation-page.tsx';

export const page = definePage<UpsellPresentationData>({
  load: async (request) => {
    const offered = await requireUpsellOffer(request);
    if (offered.kind !== 'offered') return offered;
    return show<UpsellPresentationData>(presentationOf(request, offered.nextOffer, offered.oneClick));
  },

  submit: async (form, request) => {
    const answered = await answerUpsell(request, form);
    return answered ?? redirect(request.href(request.path));
  },
});

/** The offer with what speaks for it. */
export function presentationOf(
  request: PageRequest,
  nextOffer: NextUpsell,
  oneClick: OneClick | null = null,
): UpsellPresentationData {
  const { product, step } = request.visit;
  return {
    bought: product.title,
    offer: upsellView(request, nextOffer, product.title, undefined, oneClick),
    benefits: step?.props.presentation?.benefits ?? [],
  };
}
