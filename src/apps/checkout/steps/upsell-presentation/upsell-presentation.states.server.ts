import { defineStepStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { sampleOffer } from '../../upsell/sample-offer.server.ts';
import { show } from '../../web/page.server.ts';
import type { UpsellPresentationData } from './upsell-presentation-page.tsx';
import { presentationOf } from './upsell-presentation.server.ts';

const offering = (hasClick: boolean) => (request: GalleryRequest) => {
  const made = sampleOffer(request, hasClick);
  return made && show<UpsellPresentationData>(presentationOf(request, made.ahead, made.click));
};

export const states = defineStepStates<UpsellPresentationData>({ usual: offering(false), 'one-click': offering(true) });
