import type { PageManifest } from '../../framework/page.ts';

/** The way into the course: asks first, then makes a one-time address at the school and goes there. */
export const manifest: PageManifest = {
  id: 'access',
  paths: ['/access'],
  words: ['access.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'nothing',
};
