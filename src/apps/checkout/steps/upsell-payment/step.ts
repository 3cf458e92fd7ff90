import type { PageManifest } from '../../framework/page.ts';
import { paymentWords } from '../../payment-form/message-prefixes.ts';

/** Where an offer after a purchase is paid, in the looks of the brand's offers; a subscription's welcome follows. */
export const manifest: PageManifest = {
  id: 'upsell-payment',
  paths: ['/upsell-payment'],
  words: ['upsell-payment.', 'upsell.', ...paymentWords],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
  frames: 'fields',
};
