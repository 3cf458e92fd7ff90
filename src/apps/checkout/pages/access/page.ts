import type { PageManifest } from '../../framework/page.ts';

/** Access to the course: asks first, then creates a one-time address at the school and redirects there. */
export const manifest: PageManifest = {
  id: 'access',
  paths: ['/access'],
  words: ['access.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'nothing',
};
