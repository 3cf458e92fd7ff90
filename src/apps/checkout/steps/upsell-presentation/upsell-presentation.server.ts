import { answerUpsell } from '../../upsell/answer-upsell.server.ts';
import { offeredHere } from '../../upsell/offered-here.server.ts';
import type { UpsellAhead } from '../../upsell/upsell-ahead.server.ts';
import type { OneClick } from '../../upsell/upsell.types.ts';
import { upsellView } from '../../upsell/upsell-view.server.ts';
import { definePage, type PageRequest, redirect, show } from '../../web/page.server.ts';
import type { UpsellPresentationData } from './upsell-presentation-page.tsx';

export const page = definePage<UpsellPresentationData>({
  load: async (request) => {
    const offered = await offeredHere(request);
    if (offered.kind !== 'offered') return offered;
    return show<UpsellPresentationData>(presentationOf(request, offered.ahead, offered.oneClick));
  },

  submit: async (form, request) => {
    const answered = await answerUpsell(request, form);
    return answered ?? redirect(request.href(request.path));
  },
});

/** The offer with what speaks for it. */
export function presentationOf(
  request: PageRequest,
  ahead: UpsellAhead,
  oneClick: OneClick | null = null,
): UpsellPresentationData {
  const { product, step } = request.visit;
  return {
    bought: product.title,
    offer: upsellView(request, ahead, product.title, undefined, oneClick),
    benefits: step?.props.presentation?.benefits ?? [],
  };
}
