import type { PageManifest } from '../../framework/page.ts';
import { paymentWords } from '../../payment-form/message-prefixes.ts';

/** The points of this purchase: those it earns, or those that pay a part or all of it. */
export const manifest: PageManifest = {
  id: 'livelo-payment',
  paths: ['/livelo/payment'],
  words: ['livelo-payment.', 'livelo.', ...paymentWords],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  takesMoney: true,
  resumableOnOtherDevice: true,
  frames: 'fields',
};
