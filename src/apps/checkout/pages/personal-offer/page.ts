import { paymentWords } from '../../payment-form/message-prefixes.ts';
import type { PageManifest } from '../../framework/page.ts';

/** A seller's offer to one buyer, opened by an e-mail link; shown at `/custom-offer`. */
export const manifest: PageManifest = {
  id: 'personal-offer',
  paths: ['/custom-offer/made'],
  words: ['personal-offer.', ...paymentWords],
  hasBehaviour: true,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
  frames: 'fields',
};
