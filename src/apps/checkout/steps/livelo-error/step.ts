import type { PageManifest } from '../../framework/page.ts';

/** What stands in the way of the points, and the two ways on. */
export const manifest: PageManifest = {
  id: 'livelo-error',
  paths: ['/livelo/error'],
  words: ['livelo-error.', 'livelo.skip'],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
};
