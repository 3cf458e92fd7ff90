import type { PageManifest } from '../../framework/page.ts';

/** The entry: redirects to the first step of the link's flow. Without a product, the test environment lists all flows. */
export const manifest: PageManifest = {
  id: 'start',
  paths: ['/'],
  words: ['start.'],
  hasBehaviour: true,
  methods: ['GET'],
  cache: 'form',
  needs: 'nothing',
};
