import type { PageManifest } from '../../framework/page.ts';

/** The buyer proves the phone of the lead by a code that was sent to it. */
export const manifest: PageManifest = {
  id: 'phone-verification',
  paths: ['/phone-verification'],
  words: ['phone-verification.', 'validation.required'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
  showsInline: true,
};
