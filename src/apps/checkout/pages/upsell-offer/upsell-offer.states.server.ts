import { defineStates } from '../../gallery/states.contract.server.ts';
import { offerFirst } from '../../upsell/sample-offer.server.ts';
import type { UpsellOfferData } from '../../upsell/upsell.types.ts';

/** Only where a step of the flow sells something: the pages on which an offer is paid show it too. */
export const states = defineStates<UpsellOfferData>({ usual: (request) => offerFirst(request) });
