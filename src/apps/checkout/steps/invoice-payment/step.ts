import type { PageManifest } from '../../web/page.ts';
import { paymentWords } from '../payment/payment-words.ts';

/** A bill, paid by a letter's link. */
export const manifest: PageManifest = {
  id: 'invoice-payment',
  paths: ['/payment/:id'],
  words: ['invoice-payment.', 'invoice.', ...paymentWords],
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
