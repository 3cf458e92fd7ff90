import type { PageManifest } from '../../framework/page.ts';

/** More profiles after the purchase: how many, at which price, or none. */
export const manifest: PageManifest = {
  id: 'multiprofile-upsell-presentation',
  paths: ['/multiprofile-upsell-presentation'],
  words: ['multiprofile-upsell.', 'multiprofile.', 'upsell.', 'validation.required', 'form.step'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
};
