import { loadUpsellPayment, submitUpsellPayment } from '../../payment-form/upsell/upsell-payment.server.ts';
import type { UpsellOfferData } from '../../site/upsell/upsell.types.ts';
import type { UpsellPaymentData } from '../../payment-form/upsell/upsell-payment-view.tsx';
import { definePage } from '../../framework/page.server.ts';

export const page = definePage<UpsellPaymentData | UpsellOfferData>({
  load: loadUpsellPayment,
  submit: submitUpsellPayment,
});
