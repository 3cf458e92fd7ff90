import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** Confirms an erasure, opened by the link of an e-mail for this erasure only. No script. */
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
