import type { PageManifest } from '../../framework/page.ts';

/** An offer with its two answers, before it is paid on the page at hand: a plain form, so it ships no script. */
export const manifest: PageManifest = {
  id: 'upsell-offer',
  paths: ['/upsell/offer'],
  words: ['upsell.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
};
