import type { PageManifest } from '../../framework/page.ts';

/** The test location of the buyer: one with a free seat. */
export const manifest: PageManifest = {
  id: 'select-test-location',
  paths: ['/select-test-location'],
  words: ['select-test-location.'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
  showsInline: true,
};
