import type { PageManifest } from '#src/apps/checkout/framework/page.ts';

/** Corrects the billing address of a buyer's purchases. No script. */
export const manifest: PageManifest = {
  id: 'billing-address',
  paths: ['/my-purchases/:page/address'],
  words: ['billing-address.', 'payment.address.', 'validation.', 'form.optional'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  referrer: 'no-referrer',
};
