import type { PageManifest } from '../../framework/page.ts';

/**
 * Where the bank's frame comes back to, with a form from the bank's origin. It proves nothing and is told nothing: the
 * page around the frame sees that it came and asks the server.
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
