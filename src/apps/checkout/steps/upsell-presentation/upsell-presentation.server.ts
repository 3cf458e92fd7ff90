import { answerUpsell } from '../../upsell/answer-upsell.server.ts';
import { offeredHere } from '../../upsell/offered-here.server.ts';
import { upsellAhead } from '../../upsell/upsell-ahead.server.ts';
import { upsellView } from '../../upsell/upsell-view.server.ts';
import { definePage, redirect, show } from '../../web/page.server.ts';
import type { UpsellPresentationData } from './upsell-presentation-page.tsx';

export const page = definePage<UpsellPresentationData>({
  load: async (request) => {
    const offered = await offeredHere(request);
    if (offered.kind !== 'offered') return offered;
    const { product, step } = request.visit;
    return show<UpsellPresentationData>({
      bought: product.title,
      offer: upsellView(request, offered.ahead, product.title),
      benefits: step?.props.presentation?.benefits ?? [],
    });
  },

  submit: async (form, request) => {
    const answered = await answerUpsell(request, upsellAhead(request, request.visit.step), form);
    return answered ?? redirect(request.href(request.path));
  },
});
