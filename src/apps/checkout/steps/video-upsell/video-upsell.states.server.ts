import { defineStepStates, type GalleryRequest } from '../../gallery/states.contract.server.ts';
import { sampleOffer } from '../../upsell/sample-offer.server.ts';
import { show } from '../../web/page.server.ts';
import { filmView } from '../video/film-view.server.ts';
import type { VideoUpsellData } from './video-upsell-page.tsx';

const offering = (hasClick: boolean) => (request: GalleryRequest) => {
  const made = sampleOffer(request, hasClick);
  const film = request.visit.step?.props.video;
  if (!made || !film) return null;
  return show<VideoUpsellData>({ bought: made.bought, offer: made.offer, film: filmView(request, film) });
};

export const states = defineStepStates<VideoUpsellData>({ usual: offering(false), 'one-click': offering(true) });
