import type { PageManifest } from '../../framework/page.ts';
import { paymentWords } from '../../payment-form/message-prefixes.ts';

/** An invoice, paid from an e-mail's link. */
export const manifest: PageManifest = {
  id: 'invoice-payment',
  paths: ['/payment/:id'],
  words: ['invoice-payment.', 'invoice.', ...paymentWords],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  takesMoney: true,
  resumableOnOtherDevice: true,
  frames: 'fields',
  referrer: 'no-referrer',
  entry: 'email-link',
};
