import { defineStepStates, refusedWith, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { sampleOffer } from '../../upsell/sample-offer.server.ts';
import { show } from '../../web/page.server.ts';
import type { ProfileUpsellData } from './multiprofile-upsell-presentation-page.tsx';
import { profileUpsell } from './multiprofile-upsell-presentation.server.ts';

function offering(request: GalleryRequest) {
  const made = sampleOffer(request);
  return made && show<ProfileUpsellData>(profileUpsell(request, { ahead: made.ahead, session: null }));
}

export const states = defineStepStates<ProfileUpsellData>({
  usual: offering,
  error: (request) => refusedWith(offering(request), { profiles: '' }, { profiles: 'validation.required' }),
});
