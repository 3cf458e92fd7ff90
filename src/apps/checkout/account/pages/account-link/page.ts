import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** Requests the link to a buyer's purchases. The answer does not disclose whether the address is known. No script. */
export const manifest: PageManifest = {
  id: 'account-link',
  paths: ['/my-purchases'],
  words: ['account-link.', 'validation.email', 'validation.required'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
};
