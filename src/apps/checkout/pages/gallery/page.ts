import type { PageManifest } from '../../framework/page.ts';

/** Every page of every brand in every state, in the test environment only. Each frame has an address below this one. */
export const manifest: PageManifest = {
  id: 'gallery',
  paths: ['/gallery'],
  words: ['gallery.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'nothing',
  frames: 'ourselves',
};
