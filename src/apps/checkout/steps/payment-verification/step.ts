import type { PageManifest } from '../../framework/page.ts';

/** The card's bank asks the buyer something in a frame (EMV 3-D Secure 2); its answer is asked for server to server. */
export const manifest: PageManifest = {
  id: 'payment-verification',
  paths: ['/payment-verification'],
  words: ['payment-verification.', 'form.', 'shell.close'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
  takesMoney: true,
  frames: 'challenge',
};
