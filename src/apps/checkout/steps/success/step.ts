import type { PageManifest } from '../../framework/page.ts';

/**
 * The end of a flow: state of the order, the purchase, access to the course, and the next offer. No script.
 */
export const manifest: PageManifest = {
  id: 'success',
  paths: ['/success'],
  words: ['success.', 'upsell.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
};
