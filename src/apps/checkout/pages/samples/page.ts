import type { PageManifest } from '../../framework/page.ts';

/**
 * Creates objects that otherwise only e-mails lead to: an invoice, an abandoned purchase, a subscription to renew or
 * change. In the test environment only.
 */
export const manifest: PageManifest = {
  id: 'samples',
  paths: ['/samples'],
  words: ['samples.', 'validation.required', 'validation.email'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
};
