import { offerSummary } from '../../site/summary.server.ts';
import { definePage, problem, show } from '../../framework/page.server.ts';
import { videoView } from '../../site/video-view.server.ts';
import type { VideoData } from './video-page.tsx';

export const page = definePage<VideoData>({
  load: async (request) => {
    const { step, product, brand } = request.visit;
    const { next } = request.view.flow ?? {};
    if (!step?.props.video) return problem('film-missing');
    if (!next) return problem('flow-ends-at-video');
    const session = await request.findSession();
    return show<VideoData>(
      { video: videoView(request, step.props.video), product: product.title, brand: brand.name, next },
      { head: { summary: await offerSummary(request, session) } },
    );
  },
});
