import type { PageManifest } from '../../framework/page.ts';

/** Shown while the result of a payment is being worked out; it leads on by itself. */
export const manifest: PageManifest = {
  id: 'parsing',
  paths: ['/parsing'],
  words: ['parsing.', 'shell.close'],
  hasBehaviour: true,
  methods: ['GET'],
  cache: 'form',
  needs: 'flow',
};
