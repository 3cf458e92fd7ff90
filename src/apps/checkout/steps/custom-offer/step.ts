import type { PageManifest } from '../../framework/page.ts';

/** An offer made for this buyer: the plan that the link names, or the choice between the product's plans. */
export const manifest: PageManifest = {
  id: 'custom-offer',
  paths: ['/custom-offer'],
  words: ['custom-offer.', 'offer.', 'validation.required', 'form.step'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
};
