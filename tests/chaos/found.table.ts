import type { KeptBug } from '#tests/support/kept-bug.types.ts';

/** What the chaos found in the product. A seed strikes the same faults; what a machine makes of them is not replayed. */
export const foundByChaos: readonly KeptBug[] = [
  {
    did: 'told a school what happened to one purchase in another order (I13): a message that failed let later ones pass',
    ...{ day: '2026-11-21', seed: 22, run: 'npm run chaos -- --seed 22' },
    tests: [
      {
        file: 'tests/races/outgoing-order.test.ts',
        title: 'is told in its order, whatever fails on the way; others do not wait for it',
      },
      {
        file: 'tests/races/outgoing-order.test.ts',
        title: 'comes into the lists in its order: a worker waits for nobody and passes nobody',
      },
    ],
  },
  {
    did: 'cut answers under way when it was told to stop: whoever had just pressed "pay" heard nothing',
    ...{ day: '2026-11-22', seed: 27, run: 'npm run chaos -- --full --seed 27' },
    tests: [
      {
        file: 'src/kernel/http/finish-answers.test.ts',
        title: 'an answer under way is heard to its end although the server closes, and no new connection is taken',
      },
    ],
  },
  {
    did: 'closed the books of a day by a clock that was three days ahead: what others booked on it looked like a forgery for ever',
    ...{ day: '2026-11-22', seed: 27, run: 'npm run chaos -- --full --seed 27' },
    tests: [
      {
        file: 'src/domain/ledger/ledger-days.test.ts',
        title:
          'are not closed by a process whose clock is days ahead of the others: what they sell today is no forgery',
      },
    ],
  },
];
