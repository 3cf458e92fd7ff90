import { defineStepStates } from '../../gallery/states.contract.server.ts';
import { sampleOffer } from '../../upsell/sample-offer.server.ts';
import { show } from '../../web/page.server.ts';
import type { UpsellPresentationData } from './upsell-presentation-page.tsx';
import { presentationOf } from './upsell-presentation.server.ts';

export const states = defineStepStates<UpsellPresentationData>({
  usual: (request) => {
    const made = sampleOffer(request);
    return made && show<UpsellPresentationData>(presentationOf(request, made.ahead));
  },
});
