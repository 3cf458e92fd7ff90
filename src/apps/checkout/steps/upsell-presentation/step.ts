import type { PageManifest } from '../../framework/page.ts';

/** An offer after the purchase, with a page of its own: yes leads to its payment, no to the end of the flow. No script. */
export const manifest: PageManifest = {
  id: 'upsell-presentation',
  paths: ['/upsell-presentation'],
  words: ['upsell-presentation.', 'upsell.', 'form.step'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
};
