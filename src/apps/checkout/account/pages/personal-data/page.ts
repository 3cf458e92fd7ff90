import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** A buyer's stored data, to read, download and erase. No script. */
export const manifest: PageManifest = {
  id: 'personal-data',
  paths: ['/my-purchases/:page/data'],
  words: ['personal-data.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  referrer: 'no-referrer',
};
