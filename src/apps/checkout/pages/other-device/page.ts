import type { PageManifest } from '../../framework/page.ts';

/**
 * Goes on with the purchase on another device, or in the browser proper instead of an app's: its link, shown or sent to
 * the buyer's own address or phone. With an id, the purchase or bill that this browser was let in to by an e-mail's link.
 * Its script copies, and leaves once the purchase is paid.
 */
export const manifest: PageManifest = {
  id: 'other-device',
  paths: ['/elsewhere', '/elsewhere/:id'],
  words: ['other-device.', 'waiting.resume', 'form.', 'summary.', 'shell.close'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  // The answer may hold the link, which is a secret.
  cache: 'secret',
  needs: 'flow',
};
