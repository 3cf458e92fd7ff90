import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** Replaces the card of a subscription; a debt is charged to it at once. */
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
