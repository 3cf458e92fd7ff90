import type { PageManifest } from '../../framework/page.ts';

/**
 * The end of a flow: how the order stands, what was bought, the way into the course, and what else is offered. No script.
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
