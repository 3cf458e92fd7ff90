import type { PageManifest } from '../../framework/page.ts';

/** Name, e-mail and phone of whoever buys: the first step of most flows. */
export const manifest: PageManifest = {
  id: 'lead',
  paths: ['/lead'],
  words: [
    'lead.',
    'validation.required',
    'validation.name',
    'validation.email',
    'validation.phone',
    'validation.birth-date',
  ],
  hasBehaviour: true,
  methods: ['GET', 'POST'],
  cache: 'form',
  needs: 'flow',
};
