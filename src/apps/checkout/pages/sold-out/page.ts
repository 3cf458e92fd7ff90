import type { PageManifest } from '../../framework/page.ts';

/** An event without tickets, and the link to news of the next one. */
export const manifest: PageManifest = {
  id: 'sold-out',
  paths: ['/sold-out'],
  words: ['sold-out.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
};
