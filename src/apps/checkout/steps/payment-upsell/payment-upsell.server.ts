import { loadUpsellPayment, submitUpsellPayment } from '../../upsell/upsell-payment.server.ts';
import type { UpsellOfferData, UpsellPaymentData } from '../../upsell/upsell.types.ts';
import { definePage } from '../../web/page.server.ts';

export const page = definePage<UpsellPaymentData | UpsellOfferData>({
  load: loadUpsellPayment,
  submit: submitUpsellPayment,
});
