import type { PageManifest } from '../../framework/page.ts';

/** The success page while the money is awaited: how to pay, and a watch on the order. `/success` shows it too. */
export const manifest: PageManifest = {
  id: 'order-pending',
  paths: ['/success/awaiting'],
  words: ['success.', 'awaiting.'],
  hasBehaviour: true,
  methods: ['GET'],
  cache: 'secret',
  needs: 'flow',
};
