import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** Where a buyer gives another card for a subscription; what is owed is charged by it at once. */
export const manifest: PageManifest = {
  id: 'subscription-card',
  paths: ['/my-purchases/:page/card/:subscription'],
  words: ['subscription-card.', 'method.', 'validation.'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  takesMoney: true,
  frames: 'fields',
  referrer: 'no-referrer',
};
