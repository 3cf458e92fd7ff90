import type { PageManifest } from '../../framework/page.ts';

/** The answer to a form from a browser that keeps no cookies: without one we would not know it again. */
export const manifest: PageManifest = {
  id: 'cookies-disabled',
  paths: ['/cookies-disabled'],
  words: ['cookies.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'form',
  needs: 'nothing',
};
