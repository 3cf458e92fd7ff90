import { defineStepStories, refusedWith, type StoryRequest } from '../../stories/stories.contract.server.ts';
import { sampleOffer } from '../../stories/sample-upsell-offer.server.ts';
import { show } from '../../framework/page.server.ts';
import type { ProfileUpsellData } from './multiprofile-upsell-presentation-page.tsx';
import { profileUpsell } from './multiprofile-upsell-presentation.server.ts';

function offering(request: StoryRequest) {
  const made = sampleOffer(request);
  return made && show<ProfileUpsellData>(profileUpsell(request, { nextOffer: made.nextOffer, session: null }));
}

export const stories = defineStepStories<ProfileUpsellData>({
  usual: offering,
  error: (request) => refusedWith(offering(request), { profiles: '' }, { profiles: 'validation.required' }),
});
