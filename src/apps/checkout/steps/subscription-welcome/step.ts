import type { PageManifest } from '../../framework/page.ts';

/** After an offer or a trial: what was bought, when the next charge comes, and the first way in. No script. */
export const manifest: PageManifest = {
  id: 'subscription-welcome',
  paths: ['/subscription-welcome'],
  words: ['subscription-welcome.', 'success.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'flow',
};
