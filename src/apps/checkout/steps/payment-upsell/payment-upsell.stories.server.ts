import { defineStories } from '../../stories/stories.contract.server.ts';
import { upsellPaymentStories } from '../../stories/sample-upsell-offer.server.ts';
import type { UpsellOfferData } from '../../site/upsell/upsell.types.ts';
import type { UpsellPaymentData } from '../../payment-form/upsell/upsell-payment-view.tsx';

export const stories = defineStories<UpsellPaymentData | UpsellOfferData>(upsellPaymentStories);
