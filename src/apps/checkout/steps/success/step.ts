import type { PageManifest } from '../../web/page.ts';

/** The end of a flow: how the order stands, what was bought, and the way into the course. No script. */
export const manifest: PageManifest = {
  id: 'success',
  paths: ['/success'],
  words: ['success.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'flow',
};
