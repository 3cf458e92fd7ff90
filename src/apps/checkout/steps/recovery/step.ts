import type { PageManifest } from '../../web/page.ts';
import { paymentWords } from '../payment/payment-words.ts';

/** A purchase that was left, or whose charge was refused, taken up again by a letter's link at its frozen price. */
export const manifest: PageManifest = {
  id: 'recovery',
  paths: ['/recovery/:id'],
  words: ['recovery.', ...paymentWords],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  takesMoney: true,
  goesOnElsewhere: true,
  frames: 'fields',
  referrer: 'no-referrer',
  entry: 'letter',
};
