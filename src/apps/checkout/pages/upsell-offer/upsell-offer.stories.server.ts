import { defineStories } from '../../stories/stories.contract.server.ts';
import { upsellOfferStory } from '../../stories/sample-upsell-offer.server.ts';
import type { UpsellOfferData } from '../../site/upsell/upsell.types.ts';

/** Only for flows with an upsell step: the payment pages of offers show it too. */
export const stories = defineStories<UpsellOfferData>({ usual: (request) => upsellOfferStory(request) });
