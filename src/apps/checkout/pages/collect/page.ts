import type { PageManifest } from '../../framework/page.ts';

/** Records the in-person payments of a school's unit. Each staff member opens it by a link of their own. */
export const manifest: PageManifest = {
  id: 'collect',
  paths: ['/unit/:person'],
  words: ['collect.', 'method.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'nothing',
  referrer: 'no-referrer',
};
