import type { PageManifest } from '../../framework/page.ts';

/** What an e-mail's link shows that opens nothing (any more). Other pages show it in their place. */
export const manifest: PageManifest = {
  id: 'link-expired',
  paths: ['/link-gone'],
  words: ['link-expired.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'nothing',
};
