import { defineStepStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { sampleOffer } from '../../stories/sample-upsell-offer.server.ts';
import { show } from '../../framework/page.server.ts';
import { videoView } from '../../site/video-view.server.ts';
import type { VideoUpsellData } from './video-upsell-page.tsx';

const offering = (hasClick: boolean) => (request: StoryRequest) => {
  const made = sampleOffer(request, hasClick);
  const video = request.visit.step?.props.video;
  if (!made || !video) return null;
  return show<VideoUpsellData>({ bought: made.bought, offer: made.offer, video: videoView(request, video) });
};

export const stories = defineStepStories<VideoUpsellData>({ usual: offering(false), 'one-click': offering(true) });
