import type { PageManifest } from '../../framework/page.ts';

/** The product and its price, before anything is asked; trials and discounts have texts of their own. */
export const manifest: PageManifest = {
  id: 'presentation',
  paths: ['/presentation'],
  words: ['presentation.', 'offer.', 'form.step'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
};
