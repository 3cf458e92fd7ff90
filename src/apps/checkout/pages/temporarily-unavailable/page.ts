import type { PageManifest } from '../../framework/page.ts';

/** Shown in place of any page while the database is away. It asks for that page again by itself. */
export const manifest: PageManifest = {
  id: 'temporarily-unavailable',
  paths: ['/coming-back'],
  words: ['temporarily-unavailable.'],
  hasBehaviour: false,
  methods: 'any',
  cache: 'secret',
  needs: 'nothing',
};
