import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** Where an erasure is confirmed, by the link of an e-mail that was written for it. No script. */
export const manifest: PageManifest = {
  id: 'data-erasure',
  paths: ['/my-purchases/:page/erase'],
  words: ['data-erasure.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  referrer: 'no-referrer',
};
