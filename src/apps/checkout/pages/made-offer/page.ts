import { paymentWords } from '../../steps/payment/payment-words.ts';
import type { PageManifest } from '../../web/page.ts';

/** A seller's offer to one buyer, opened by a letter's link; it shows where `/custom-offer` is asked for it. */
export const manifest: PageManifest = {
  id: 'made-offer',
  paths: ['/custom-offer/made'],
  words: ['made-offer.', ...paymentWords],
  hasBehaviour: true,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
  frames: 'fields',
};
