import type { Regression } from '#tests/support/regression.types.ts';

/** What the chaos found in the product. A seed strikes the same faults; what a machine makes of them is not replayed. */
export const foundByChaos: readonly Regression[] = [
  {
    did: 'told a school what happened to one purchase in another order (I13): a message that failed let later ones pass',
    ...{ day: '2026-11-21', seed: 22, run: 'npm run chaos -- --seed 22' },
    tests: [
      {
        file: 'tests/races/webhooks/delivery-order.test.ts',
        title: 'are delivered in order, whatever fails; other orders do not wait',
      },
      {
        file: 'tests/races/webhooks/delivery-order.test.ts',
        title: 'comes into the lists in its order: a worker waits for nobody and passes nobody',
      },
    ],
  },
  {
    did: 'cut answers under way when it was told to stop: whoever had just pressed "pay" heard nothing',
    ...{ day: '2026-11-22', seed: 27, run: 'npm run chaos -- --full --seed 27' },
    tests: [
      {
        file: 'src/kernel/http/server/drain-requests.test.ts',
        title: 'an answer under way is heard to its end although the server closes, and no new connection is taken',
      },
    ],
  },
  {
    did: 'closed the books of a day by a clock that was three days ahead: what others booked on it looked like a forgery for ever',
    ...{ day: '2026-11-22', seed: 27, run: 'npm run chaos -- --full --seed 27' },
    tests: [
      {
        file: 'src/domain/payments/ledger/ledger-days.test.ts',
        title: 'is not closed by a process whose clock is days ahead of the others: their later sales are no forgery',
      },
    ],
  },
  {
    did: 'ended a worker when a new connection of the queue was cut while it was being looked at',
    ...{ day: '2026-11-22', seed: 31, run: 'npm run chaos -- --full --seed 31' },
    tests: [
      {
        file: 'src/kernel/db/writable-session.test.ts',
        title: 'a new connection of any pool that is cut while it is looked at ends no process: whoever asked is told',
      },
    ],
  },
  {
    did: 'read no list of credits for three days after a worker had read it whose clock was three days ahead, and put looks off as far',
    ...{ day: '2026-11-22', seed: 31, run: 'npm run chaos -- --full --seed 31' },
    tests: [
      {
        file: 'src/domain/payments/commands/reconcile-credits.test.ts',
        title: 'are read by every process, however far ahead the clock of the last reader was',
      },
      { file: 'src/kernel/time/synced-time.test.ts', title: 'is not a clock’s that is wrong by %i ms as it starts' },
      { file: 'tests/journeys/site/server-clock-skew.test.ts', title: 'has the database’s time' },
    ],
  },
  {
    did: 'answered by 500 where somebody kept rows locked for longer than a call waits, though the same call may be made again',
    ...{ day: '2026-11-23', seed: 451, run: 'npm run chaos -- --seconds 75 --seed 451' },
    tests: [{ file: 'src/kernel/db/database-unavailable.test.ts', title: '%s: the same call may be made again' }],
  },
  {
    did: 'ended a worker as it started when PostgreSQL panicked, because a full disk kept it from its journal',
    ...{ day: '2026-11-23', seed: 33, run: 'npm run chaos -- --full --seed 33' },
    tests: [{ file: 'src/kernel/db/database-unavailable.test.ts', title: '%s: the same call may be made again' }],
  },
  {
    did: 'went on with a year’s terms when the worker was told to stop, until the database was taken away under 148 of them',
    ...{ day: '2026-11-23', seed: 33, run: 'npm run chaos -- --full --seed 33' },
    tests: [
      {
        file: 'src/domain/subscriptions/charging/charge-periods.test.ts',
        title: 'is left to the next round by a worker that stops: the charge under way is completed, no other is begun',
      },
    ],
  },
];
