import type { PageManifest } from '../../framework/page.ts';

/** A paid invoice, for whoever came by its link. No script. */
export const manifest: PageManifest = {
  id: 'success-invoice',
  paths: ['/success-invoice'],
  words: ['success-invoice.', 'invoice.', 'success.'],
  hasBehaviour: false,
  methods: ['GET'],
  cache: 'secret',
  needs: 'flow',
  referrer: 'no-referrer',
};
