import type { PageManifest } from '../../framework/page.ts';

/**
 * Makes what otherwise only e-mails lead to: a bill, a purchase to take up again, a subscription to renew or change. In
 * the test environment only.
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
