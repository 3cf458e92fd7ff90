import type { PageManifest } from '../../framework/page.ts';

/** The contract of a purchase: before payment by its quote, afterwards by its order. */
export const manifest: PageManifest = {
  id: 'contract',
  paths: ['/contract/:id'],
  words: ['contract.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'nothing',
  referrer: 'no-referrer',
};
