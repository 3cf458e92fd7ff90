import type { PageManifest } from '../../framework/page.ts';

/** Shown in place of another page whose e-mail link is expired or invalid. */
export const manifest: PageManifest = {
  id: 'link-expired',
  paths: ['/link-gone'],
  words: ['link-expired.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'nothing',
};
