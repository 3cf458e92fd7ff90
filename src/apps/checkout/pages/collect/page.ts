import type { PageManifest } from '../../framework/page.ts';

/** Where the people of one of the school's units say what was handed over to them. Opened by a link of each person's own. */
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
