import { defineStates, refusedWith } from '../../gallery/states.contract.server.ts';
import { offerFirst, offerPayment } from '../../upsell/sample-offer.server.ts';
import type { UpsellOfferData, UpsellPaymentData } from '../../upsell/upsell.types.ts';
import { checkAcceptance } from '../payment/payment-form.ts';

export const states = defineStates<UpsellPaymentData | UpsellOfferData>({
  usual: (request) => offerPayment(request),
  offer: offerFirst,
  error: async (request) => refusedWith(await offerPayment(request), {}, checkAcceptance({})),
});
