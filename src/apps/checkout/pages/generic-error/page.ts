import type { PageManifest } from '../../framework/page.ts';

/** The page of every failed load. It never redirects by itself. */
export const manifest: PageManifest = {
  id: 'generic-error',
  paths: ['/generic-error'],
  words: ['generic-error.'],
  hasBehaviour: false,
  methods: 'any',
  cache: 'secret',
  needs: 'nothing',
};
