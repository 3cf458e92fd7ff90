import type { PageManifest } from '../../framework/page.ts';

/** A short link: lets in to the purchase that its code opens. Shows nothing of its own. */
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
