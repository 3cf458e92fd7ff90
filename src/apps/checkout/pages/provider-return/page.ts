import type { PageManifest } from '../../framework/page.ts';

/**
 * The return address of a provider's own page. The return proves nothing: the gateway is polled, and the buyer is
 * redirected to the waiting page. Shown only in a browser that did not begin the payment.
 */
export const manifest: PageManifest = {
  id: 'provider-return',
  paths: ['/awaiting/return/:attempt'],
  words: ['provider-return.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'nothing',
  referrer: 'no-referrer',
};
