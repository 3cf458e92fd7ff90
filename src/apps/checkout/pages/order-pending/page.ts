import type { PageManifest } from '../../framework/page.ts';

/** The success page while the payment is pending: instructions, and polling of the order. `/success` shows it too. */
export const manifest: PageManifest = {
  id: 'order-pending',
  paths: ['/success/awaiting'],
  words: ['success.', 'awaiting.'],
  hasBehaviour: true,
  methods: ['GET'],
  cache: 'secret',
  needs: 'flow',
};
