import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** Everything that is kept about a buyer, to read, to download, and to have erased. No script. */
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
