import type { PageManifest } from '../../framework/page.ts';

/** Ends a staging visit: the staging badge's form posts here. */
export const manifest: PageManifest = {
  id: 'staging',
  paths: ['/staging'],
  words: ['staging.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'nothing',
};
