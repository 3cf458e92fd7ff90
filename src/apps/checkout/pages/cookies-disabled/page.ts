import type { PageManifest } from '../../framework/page.ts';

/** The answer to a form from a browser that stores no cookies: without one, its session is not found. */
export const manifest: PageManifest = {
  id: 'cookies-disabled',
  paths: ['/cookies-disabled'],
  words: ['cookies.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'nothing',
};
