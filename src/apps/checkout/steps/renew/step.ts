import type { PageManifest } from '../../framework/page.ts';

/** The next billing period of a subscription, chosen and confirmed from an e-mail's link. No script. */
export const manifest: PageManifest = {
  id: 'renew',
  paths: ['/renew/:id'],
  words: ['renew.', 'subscription.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  referrer: 'no-referrer',
  entry: 'email-link',
};
