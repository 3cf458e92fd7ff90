import { answerUpsell } from '../../site/upsell/answer-upsell.server.ts';
import { requireUpsellOffer } from '../../site/upsell/require-upsell-offer.server.ts';
import { upsellView } from '../../site/upsell/upsell-view.server.ts';
import { definePage, problem, redirect, show } from '../../framework/page.server.ts';
import { videoView } from '../../site/video-view.server.ts';
import type { VideoUpsellData } from './video-upsell-page.tsx';

export const page = definePage<VideoUpsellData>({
  load: async (request) => {
    const { product, step } = request.visit;
    if (!step?.props.video) return problem('film-missing');
    const offered = await requireUpsellOffer(request);
    if (offered.kind !== 'offered') return offered;
    return show<VideoUpsellData>({
      bought: product.title,
      offer: upsellView(request, offered.nextOffer, product.title, undefined, offered.oneClick),
      video: videoView(request, step.props.video),
    });
  },

  submit: async (form, request) => {
    const answered = await answerUpsell(request, form);
    return answered ?? redirect(request.href(request.path));
  },
});
