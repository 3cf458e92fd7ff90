import type { PageManifest } from '../../framework/page.ts';

/** Measurement consent: the banner's form posts here, and the answer can be changed here at any time. */
export const manifest: PageManifest = {
  id: 'consent',
  paths: ['/consent'],
  words: ['consent.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'nothing',
};
