import type { PageManifest } from '../../web/page.ts';

/** Where a buyer corrects the address of their purchases. No script. */
export const manifest: PageManifest = {
  id: 'my-address',
  paths: ['/my-purchases/:page/address'],
  words: ['my-address.', 'payment.address.', 'validation.', 'form.optional'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  referrer: 'no-referrer',
};
