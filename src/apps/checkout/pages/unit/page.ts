import type { PageManifest } from '../../web/page.ts';

/** Where the people of one of the school's units say what was handed over to them. Opened by a link of each person's own. */
export const manifest: PageManifest = {
  id: 'unit',
  paths: ['/unit/:person'],
  words: ['unit.', 'method.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'nothing',
  referrer: 'no-referrer',
};
