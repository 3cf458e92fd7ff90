import type { PageManifest } from '../../framework/page.ts';

/** For how many people the plan is bought, each number with its price. */
export const manifest: PageManifest = {
  id: 'multiprofile-presentation',
  paths: ['/multiprofile-presentation'],
  words: ['multiprofile.', 'validation.required', 'form.step'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
};
