import type { PageManifest } from '../../framework/page.ts';

/** Where every failure to load ends. It never leads anywhere by itself. */
export const manifest: PageManifest = {
  id: 'generic-error',
  paths: ['/generic-error'],
  words: ['generic-error.'],
  hasBehaviour: false,
  methods: 'any',
  cache: 'secret',
  needs: 'nothing',
};
