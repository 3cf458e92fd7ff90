import { loadUpsellPayment, submitUpsellPayment } from '../../upsell/upsell-payment.server.ts';
import type { UpsellPaymentData } from '../../upsell/upsell.types.ts';
import { definePage } from '../../web/page.server.ts';

export const page = definePage<UpsellPaymentData>({ load: loadUpsellPayment, submit: submitUpsellPayment });
