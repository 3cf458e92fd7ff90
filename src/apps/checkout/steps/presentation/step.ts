import type { PageManifest } from '../../framework/page.ts';

/** What is sold and what it costs, before anything is asked; free time and discounts have words of their own. */
export const manifest: PageManifest = {
  id: 'presentation',
  paths: ['/presentation'],
  words: ['presentation.', 'offer.', 'form.step'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
};
