import type { PageManifest } from '../../framework/page.ts';
import { paymentWords } from '../../payment-form/message-prefixes.ts';

/** An abandoned purchase, or one whose charge was declined, resumed from an e-mail's link at its frozen price. */
export const manifest: PageManifest = {
  id: 'recovery',
  paths: ['/recovery/:id'],
  words: ['recovery.', ...paymentWords],
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
