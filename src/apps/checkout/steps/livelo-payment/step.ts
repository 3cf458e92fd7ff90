import type { PageManifest } from '../../web/page.ts';

/** What the programme means for this purchase, before it is paid: points that are used, or earned. */
export const manifest: PageManifest = {
  id: 'livelo-payment',
  paths: ['/livelo/payment'],
  words: ['livelo-payment.', 'livelo.'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
};
