import type { PageManifest } from '../../framework/page.ts';

/** Whether visits may be counted: the notice's form posts here, and here the answer can be changed at any time. */
export const manifest: PageManifest = {
  id: 'consent',
  paths: ['/consent'],
  words: ['consent.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'nothing',
};
