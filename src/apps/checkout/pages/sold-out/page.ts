import type { PageManifest } from '../../framework/page.ts';

/** Says that an event has no tickets left, and where to hear of the next one. */
export const manifest: PageManifest = {
  id: 'sold-out',
  paths: ['/sold-out'],
  words: ['sold-out.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
};
