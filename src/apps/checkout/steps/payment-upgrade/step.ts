import type { PageManifest } from '../../framework/page.ts';

/** Another plan for a subscription: chosen, previewed with what it costs today, and only then confirmed. No script. */
export const manifest: PageManifest = {
  id: 'payment-upgrade',
  paths: ['/payment/upgrade'],
  words: ['payment-upgrade.', 'subscription.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  takesMoney: true,
  referrer: 'no-referrer',
  entry: 'email-link',
};
