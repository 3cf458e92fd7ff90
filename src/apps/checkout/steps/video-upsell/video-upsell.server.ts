import { answerUpsell } from '../../upsell/answer-upsell.server.ts';
import { offeredHere } from '../../upsell/offered-here.server.ts';
import { upsellView } from '../../upsell/upsell-view.server.ts';
import { definePage, problem, redirect, show } from '../../web/page.server.ts';
import { filmView } from '../video/film-view.server.ts';
import type { VideoUpsellData } from './video-upsell-page.tsx';

export const page = definePage<VideoUpsellData>({
  load: async (request) => {
    const { product, step } = request.visit;
    if (!step?.props.video) return problem('film-missing');
    const offered = await offeredHere(request);
    if (offered.kind !== 'offered') return offered;
    return show<VideoUpsellData>({
      bought: product.title,
      offer: upsellView(request, offered.ahead, product.title, undefined, offered.oneClick),
      film: filmView(request, step.props.video),
    });
  },

  submit: async (form, request) => {
    const answered = await answerUpsell(request, form);
    return answered ?? redirect(request.href(request.path));
  },
});
