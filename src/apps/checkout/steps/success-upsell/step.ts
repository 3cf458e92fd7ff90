import type { PageManifest } from '../../framework/page.ts';

/** The end of a flow with a bought upsell: both purchases, each with its access. No script. */
export const manifest: PageManifest = {
  id: 'success-upsell',
  paths: ['/success/upsell'],
  words: ['success-upsell.', 'success.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'flow',
};
