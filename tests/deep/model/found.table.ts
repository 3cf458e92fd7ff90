import type { Regression } from '#tests/support/regression.types.ts';

/** By whoever wrote a game, or read what mutants had shown of the code that the games play. */
const byReading = { seed: null, run: 'by reading' } as const;
const byGameOfPlans = { seed: null, run: 'the game of plan changes, while it was written' } as const;

/** What the model over the API found in the product; the simulator's own are sequences (`simulator/regressions.ts`). */
export const foundByModel: readonly Regression[] = [
  {
    did: 'never booked that a bank disputed again what it had lost, once the order was refunded: the message failed for ever',
    ...{ day: '2026-11-21', seed: 4, run: 'npm run model -- --http 60 --seed 4 --path 1 --only dispute' },
    tests: [
      {
        file: 'src/domain/payments/booking/record-dispute-win.test.ts',
        title: 'that is disputed again is booked again: nothing is left to restore',
      },
    ],
  },
  {
    did: 'refused a new buyer’s card for ever: the bank’s word on it was erased with its last holder, and no word was read as never',
    ...{ day: '2026-11-21', seed: 51, run: 'npm run model -- --http 60 --seed 51' },
    tests: [
      {
        file: 'src/domain/payments/decline-policy/interpret-decline.test.ts',
        title: 'without a code has no reason: it may be retried',
      },
      {
        file: 'src/domain/privacy/erase-data.test.ts',
        title: 'of what a bank said (%s) leaves %s: the card behind it may not be tried by the next either',
      },
    ],
  },
  {
    did: 'lost a dearer plan that was paid before the bill of a term, when that bill was paid after all',
    ...{ day: '2026-11-22', ...byGameOfPlans },
    tests: [
      {
        file: 'src/domain/subscriptions/charging/changed-price.test.ts',
        title: 'that is paid after its buyer paid for another plan, asked for %s it, pays the term and leaves the plan',
      },
    ],
  },
  {
    did: 'said that there was no quote (404) where a bill was called off while it was being paid',
    ...{ day: '2026-11-22', ...byGameOfPlans },
    tests: [
      {
        file: 'src/apps/api/routes/subscriptions/renew.test.ts',
        title: 'for another price that is accepted while its invoice is open',
      },
    ],
  },
  {
    did: 'refused one of several presses for a dearer plan, though all were for the same bill',
    ...{ day: '2026-11-22', ...byGameOfPlans },
    tests: [
      {
        file: 'src/domain/subscriptions/plan-changes/one-invoice-per-change.test.ts',
        title: 'has one bill, which every press leads to, and which is paid once',
      },
    ],
  },
  {
    did: 'refused a cheaper plan to who pays by bill for the week in which the next one waits, as if a charge were under way',
    ...{ day: '2026-11-22', ...byGameOfPlans },
    tests: [
      {
        file: 'src/domain/subscriptions/plan-changes/change-while-invoiced.test.ts',
        title: 'replaces an invoice that waits for its buyer, and is what they pay',
      },
    ],
  },
  {
    did: 'offered plans, while a term was being charged, that it then refused',
    ...{ day: '2026-11-22', ...byGameOfPlans },
    tests: [
      {
        file: 'src/apps/checkout/account/subscriptions/change-while-charging.test.ts',
        title: 'a plan that begins with it is not offered, and the page says why',
      },
    ],
  },
  {
    did: 'kept the money of a second card that came after the first had gone back and the order had ended',
    ...{ day: '2026-11-22', ...byReading },
    tests: [
      {
        file: 'src/domain/payments/scenarios/money-after-expired-hold.test.ts',
        title: 'a capture for an order whose part was refunded is refunded too, and the order stays undone',
      },
      {
        file: 'src/domain/payments/scenarios/money-after-expired-hold.test.ts',
        title: 'a late capture is refunded as well where the buyer has begun again',
      },
    ],
  },
  {
    did: 'closed the task for the rest of a price by money in another currency',
    ...{ day: '2026-11-22', ...byReading },
    tests: [
      {
        file: 'src/domain/payments/booking/record-captures.test.ts',
        title: 'of another currency pays no part of the price, which stays owed',
      },
    ],
  },
  {
    did: 'kept a buyer from paying otherwise for ever, by a card reserved for the whole price whose company refused to take it',
    ...{ day: '2026-11-22', ...byReading },
    tests: [
      {
        file: 'src/domain/payments/commands/poll-attempt.test.ts',
        title: '%s, whose capture is declined, is not waited for any longer: the buyer may pay otherwise',
      },
    ],
  },
  {
    did: 'let the other parts wait for half an hour where one’s money came and some of it went back in one message',
    ...{ day: '2026-11-22', ...byReading },
    tests: [
      {
        file: 'src/domain/payments/facts/book-refunds-and-disputes.test.ts',
        title: 'a part captured and partly returned %s still has the other parts captured',
      },
    ],
  },
  {
    did: 'failed where a code was asked for anew after its successor had been left for a card',
    ...{ day: '2026-11-22', ...byReading },
    tests: [
      {
        file: 'src/domain/payments/commands/renewed-code.test.ts',
        title: 'on an outdated page is refused where the newer code was left for a card',
      },
    ],
  },
  {
    did: 'told no more of what cost nothing, by its own key, once its words were forgotten',
    ...{ day: '2026-11-22', ...byReading },
    tests: [
      {
        file: 'src/domain/payments/commands/replay.test.ts',
        title: 'of a zero-amount order is the same, and its pages are updated each time',
      },
    ],
  },
];
