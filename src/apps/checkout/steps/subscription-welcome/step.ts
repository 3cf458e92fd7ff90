import type { PageManifest } from '../../framework/page.ts';

/** After an offer or a trial: the purchase, the day of the next charge, and the access. No script. */
export const manifest: PageManifest = {
  id: 'subscription-welcome',
  paths: ['/subscription-welcome'],
  words: ['subscription-welcome.', 'success.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'flow',
};
