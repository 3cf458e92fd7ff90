import { defineStories } from '../../stories/stories.contract.server.ts';
import { upsellPaymentStories } from '../../stories/sample-upsell-offer.server.ts';
import type { UpsellOfferData, UpsellPaymentData } from '../../site/upsell/upsell.types.ts';

export const stories = defineStories<UpsellPaymentData | UpsellOfferData>(upsellPaymentStories);
