import type { PageManifest } from '../../framework/page.ts';

/** The end of a flow in which an offer was bought too: both purchases, each with its way in. No script. */
export const manifest: PageManifest = {
  id: 'success-upsell',
  paths: ['/success/upsell'],
  words: ['success-upsell.', 'success.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'flow',
};
