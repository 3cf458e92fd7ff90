import type { PageManifest } from '../../web/page.ts';

/** Where a buyer asks for the link to their purchases. It says nothing of whether an address is known. No script. */
export const manifest: PageManifest = {
  id: 'my-link',
  paths: ['/my-purchases'],
  words: ['my-link.', 'validation.email', 'validation.required'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
};
