import type { PageManifest } from '../../framework/page.ts';

/** An offer with its two answers, shown before its payment on the same address: a plain form without a script. */
export const manifest: PageManifest = {
  id: 'upsell-offer',
  paths: ['/upsell/offer'],
  words: ['upsell.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
};
