import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** A buyer's own page: purchases with their documents, subscriptions, and what may be done with either. No script. */
export const manifest: PageManifest = {
  id: 'purchases',
  paths: ['/my-purchases/:page'],
  words: ['purchases.', 'subscription.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  referrer: 'no-referrer',
};
