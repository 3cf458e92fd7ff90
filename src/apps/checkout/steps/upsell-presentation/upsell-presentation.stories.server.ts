import { defineStepStories, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { sampleOffer } from '../../stories/sample-upsell-offer.server.ts';
import { show } from '../../framework/page.server.ts';
import type { UpsellPresentationData } from './upsell-presentation-page.tsx';
import { presentationOf } from './upsell-presentation.server.ts';

const offering = (hasClick: boolean) => (request: StoryRequest) => {
  const made = sampleOffer(request, hasClick);
  return made && show<UpsellPresentationData>(presentationOf(request, made.nextOffer, made.click));
};

export const stories = defineStepStories<UpsellPresentationData>({
  usual: offering(false),
  'one-click': offering(true),
});
