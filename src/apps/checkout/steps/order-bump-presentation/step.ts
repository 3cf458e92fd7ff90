import type { PageManifest } from '../../framework/page.ts';

/** Something small beside the plan, offered before paying. A plain form: nothing is ticked that the buyer did not tick. */
export const manifest: PageManifest = {
  id: 'order-bump-presentation',
  paths: ['/order-bump-presentation'],
  words: ['order-bump.', 'offer.standard', 'form.step'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
};
