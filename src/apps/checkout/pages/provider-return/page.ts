import type { PageManifest } from '../../framework/page.ts';

/**
 * Where a provider's own page sends the buyer back to. It proves nothing: the provider is asked how the payment stands,
 * and the buyer goes on to the page where it is waited for. Seen only in a browser that did not begin the payment.
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
