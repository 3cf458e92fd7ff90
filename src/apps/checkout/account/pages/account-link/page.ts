import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** Where a buyer asks for the link to their purchases. It says nothing of whether an address is known. No script. */
export const manifest: PageManifest = {
  id: 'account-link',
  paths: ['/my-purchases'],
  words: ['account-link.', 'validation.email', 'validation.required'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
};
