import type { PageManifest } from '../../framework/page.ts';

/** Answers every unknown address. */
export const manifest: PageManifest = {
  id: 'not-found',
  paths: ['/not-found'],
  words: ['not-found.'],
  hasBehaviour: false,
  methods: 'any',
  cache: 'public',
  needs: 'nothing',
};
