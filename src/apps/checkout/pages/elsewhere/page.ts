import type { PageManifest } from '../../web/page.ts';

/** Goes on with the purchase on another device: its link, shown or sent to the buyer's own address or phone. No script. */
export const manifest: PageManifest = {
  id: 'elsewhere',
  paths: ['/elsewhere'],
  words: ['elsewhere.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  // The answer may hold the link, which is a secret.
  cache: 'secret',
  needs: 'flow',
  takesMoney: true,
};
