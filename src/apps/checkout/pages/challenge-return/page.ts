import type { PageManifest } from '../../framework/page.ts';

/**
 * The return address of the bank's frame, which posts a form from the bank's origin. The form proves nothing and is not
 * read: the page around the frame notices the return and polls the server.
 */
export const manifest: PageManifest = {
  id: 'challenge-return',
  paths: ['/payment-verification/return'],
  words: ['challenge-return.'],
  hasBehaviour: false,
  methods: 'any',
  cache: 'secret',
  needs: 'nothing',
  postsFrom: 'anyone',
  framedBy: 'ourselves',
};
