import type { PageManifest } from '../../web/page.ts';
import { paymentWords } from './payment-words.ts';

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
  goesOnElsewhere: true,
  frames: 'fields',
};
