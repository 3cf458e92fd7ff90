import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** A buyer's account page: purchases with documents, subscriptions, and their actions. No script. */
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
