import fc from 'fast-check';
import { hasOrder, type BuyerSteps } from './commands.ts';
import { step } from './step.ts';

/**
 * Money of a card goes back without the checkout: the buyer's bank disputes it, wholly or in part, decides for the school
 * after all, or somebody returns it on the acquirer's own screens. Only messages tell of it.
 */
export const disputeCharge: BuyerSteps = step(
  'taken back',
  fc.record({
    kind: fc.constantFrom('dispute', 'dispute', 'win-dispute', 'refund'),
    part: fc.constantFrom(null, null, 0.3),
    which: fc.nat(3),
  }),
  hasOrder,
  ({ kind, part, which }) =>
    async (purchase, { testProduct, attempts }) => {
      const charge = attempts[which % Math.max(1, attempts.length)];
      if (charge === undefined) return;
      const amount = part === null || kind === 'win-dispute' ? {} : { amount: Math.round(purchase.total * part) };
      if (await testProduct.reverse({ charge, kind, ...amount }))
        Object.assign(purchase, { unsure: true, reversed: true });
    },
);
