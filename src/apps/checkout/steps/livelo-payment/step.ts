import type { PageManifest } from '../../framework/page.ts';
import { paymentWords } from '../../payment-form/message-prefixes.ts';

/** What the programme means for this purchase: points that are earned by it, or that pay it with what they leave. */
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
