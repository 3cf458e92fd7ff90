import type { PageManifest } from '../../framework/page.ts';
import { paymentWords } from '../../payment-form/message-prefixes.ts';

/** Where the buyer chooses how to pay, and pays. */
export const manifest: PageManifest = {
  id: 'payment',
  paths: ['/payment'],
  words: paymentWords,
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
  takesMoney: true,
  resumableOnOtherDevice: true,
  frames: 'fields',
};
