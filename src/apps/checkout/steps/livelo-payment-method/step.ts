import type { PageManifest } from '../../framework/page.ts';

/** How much of the price is paid in points, and how much in money. */
export const manifest: PageManifest = {
  id: 'livelo-payment-method',
  paths: ['/livelo/payment-method'],
  words: ['livelo-payment-method.', 'livelo.', 'validation.required'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
};
