import { defineStories } from '../../stories/stories.contract.server.ts';
import { upsellOfferStory } from '../../stories/sample-upsell-offer.server.ts';
import type { UpsellOfferData } from '../../site/upsell/upsell.types.ts';

/** Only where a step of the flow sells something: the pages on which an offer is paid show it too. */
export const stories = defineStories<UpsellOfferData>({ usual: (request) => upsellOfferStory(request) });
