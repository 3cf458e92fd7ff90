import type { PageManifest } from '../../framework/page.ts';

/** A short link: opens the purchase of its code. It has no content of its own. */
export const manifest: PageManifest = {
  id: 'short-link',
  paths: ['/r/:code'],
  words: ['short-link.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'nothing',
  referrer: 'no-referrer',
};
