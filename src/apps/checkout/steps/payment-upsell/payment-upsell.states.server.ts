import { defineStates } from '../../gallery/states.contract.server.ts';
import { offerPaymentStates } from '../../upsell/sample-offer.server.ts';
import type { UpsellOfferData, UpsellPaymentData } from '../../upsell/upsell.types.ts';

export const states = defineStates<UpsellPaymentData | UpsellOfferData>(offerPaymentStates);
