import type { PageManifest } from '../../framework/page.ts';
import { payoutIntent } from './cooling-off.types.ts';

/** Where a buyer goes back on a purchase and follows the money, by the link in the receipt. No script. */
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
