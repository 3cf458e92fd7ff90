import type { PageManifest } from '../../framework/page.ts';

/** Replaces any page while the database is unavailable, and reloads that page by itself. */
export const manifest: PageManifest = {
  id: 'temporarily-unavailable',
  paths: ['/coming-back'],
  words: ['temporarily-unavailable.'],
  hasBehaviour: false,
  methods: 'any',
  cache: 'secret',
  needs: 'nothing',
};
