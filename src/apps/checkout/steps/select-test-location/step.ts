import type { PageManifest } from '../../framework/page.ts';

/** Where the buyer writes the exam: a place with a free chair. */
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
