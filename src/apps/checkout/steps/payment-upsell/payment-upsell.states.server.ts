import { defineStates, refusedWith } from '../../gallery/states.contract.server.ts';
import { offerPayment } from '../../upsell/sample-offer.server.ts';
import type { UpsellPaymentData } from '../../upsell/upsell.types.ts';
import { checkAcceptance } from '../payment/payment-form.ts';

export const states = defineStates<UpsellPaymentData>({
  usual: (request) => offerPayment(request, true),
  offer: (request) => offerPayment(request, false),
  error: async (request) => refusedWith(await offerPayment(request, true), {}, checkAcceptance({})),
});
