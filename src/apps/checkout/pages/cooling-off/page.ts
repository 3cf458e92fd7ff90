import type { PageManifest } from '../../framework/page.ts';
import { payoutIntent } from './cooling-off.types.ts';

/** Cancels a purchase in its cooling-off period and shows its refund, by the link in the receipt. No script. */
export const manifest: PageManifest = {
  id: 'cooling-off',
  paths: ['/withdraw/:order'],
  words: ['cooling-off.'],
  hasBehaviour: false,
  methods: ['GET', 'POST'],
  cache: 'secret',
  needs: 'flow',
  safeIntents: [payoutIntent],
  referrer: 'no-referrer',
};
