import type { PageManifest } from '../../framework/page.ts';

/**
 * Continues the purchase on another device, or in the system browser instead of an in-app one: its link is shown, or sent
 * to the buyer's own address or phone. With an id: the purchase or invoice of this browser's magic link. Its script copies
 * the link, and leaves once the purchase is paid.
 */
export const manifest: PageManifest = {
  id: 'other-device',
  paths: ['/elsewhere', '/elsewhere/:id'],
  words: ['other-device.', 'waiting.resume', 'form.', 'summary.', 'shell.close'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  // The answer may contain the link, which is a secret.
  cache: 'secret',
  needs: 'flow',
};
