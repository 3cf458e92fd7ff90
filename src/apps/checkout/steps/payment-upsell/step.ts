import type { PageManifest } from '../../framework/page.ts';
import { paymentWords } from '../../payment-form/message-prefixes.ts';

/** Where an offer after a purchase is paid, in the looks of the purchase before it; thanks for both follow. */
export const manifest: PageManifest = {
  id: 'payment-upsell',
  paths: ['/payment/upsell'],
  words: ['payment-upsell.', 'upsell.', ...paymentWords],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
  takesMoney: true,
  frames: 'fields',
};
