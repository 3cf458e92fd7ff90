import { judgesOfWrites } from './judges.ts';

export const groupNames = ['money', 'states', 'payments', 'writes'] as const;
export type GroupName = (typeof groupNames)[number];

/** What is mutated together, the tests that judge it, and the least score, in percent. */
export interface Group {
  readonly bar: number;
  /** Files of the product. */
  readonly mutate: readonly string[];
  /** Files of tests. */
  readonly tests: readonly string[];
  /** Set where the tests need a database: each file is then tried by itself, by these tests of it. */
  readonly judges?: Readonly<Record<string, readonly string[]>>;
}

/**
 * - `money`: all of the kernel's money.
 * - `states`: every table of states, and what checks a table at start.
 * - `payments`: everything that decides about money and reads or writes nothing itself.
 * - `writes`: what reads or writes the database and moves money by it. Hours, file by file.
 */
export const groups: Readonly<Record<GroupName, Group>> = {
  money: {
    bar: 95,
    mutate: ['src/kernel/money/!(*.test).ts'],
    tests: ['src/kernel/money/*.test.ts'],
  },
  states: {
    bar: 95,
    mutate: [
      'src/kernel/errors/state-table.ts',
      'src/domain/orders/order-states.ts',
      'src/domain/payments/attempt-states.ts',
      'src/domain/subscriptions/subscription-states.ts',
      'src/domain/recurrences/recurrence.types.ts',
    ],
    tests: [
      'src/domain/orders/order-states.test.ts',
      'src/domain/payments/attempt-states.test.ts',
      'src/domain/subscriptions/subscription-rules.test.ts',
      'src/domain/recurrences/*.test.ts',
    ],
  },
  payments: {
    bar: 85,
    mutate: [
      'src/domain/orders/cover.ts',
      'src/domain/payments/allocate-movement.ts',
      'src/domain/payments/allocate-reversal.ts',
      'src/domain/payments/amount-limits.ts',
      'src/domain/payments/decide-check.server.ts',
      'src/domain/payments/decide-fact.server.ts',
      'src/domain/payments/decide-part-end.ts',
      'src/domain/payments/decide-rescue.server.ts',
      'src/domain/payments/decide-way.server.ts',
      'src/domain/payments/divide-captures.ts',
      'src/domain/payments/divide-reversal.ts',
      'src/domain/payments/held-by.ts',
      'src/domain/payments/legs.server.ts',
      'src/domain/payments/look-back.ts',
      'src/domain/payments/next-check.ts',
      'src/domain/payments/next-step.ts',
      'src/domain/payments/order-standing.server.ts',
      'src/domain/payments/payer-address.ts',
      'src/domain/payments/refund-sources.ts',
      'src/domain/payments/share-refund.ts',
    ],
    tests: [
      'src/domain/orders/cover.test.ts',
      'src/domain/payments/allocate-movement.test.ts',
      'src/domain/payments/allocate-reversal.test.ts',
      'src/domain/payments/amount-limits.test.ts',
      'src/domain/payments/attempt-states.test.ts',
      'src/domain/payments/decide-check.test.ts',
      'src/domain/payments/decide-fact.test.ts',
      'src/domain/payments/decide-part-end.test.ts',
      'src/domain/payments/decide-rescue.test.ts',
      'src/domain/payments/decide-way.test.ts',
      'src/domain/payments/divide-money.test.ts',
      'src/domain/payments/legs.test.ts',
      'src/domain/payments/next-check.test.ts',
      'src/domain/payments/next-look-back.test.ts',
      'src/domain/payments/next-step.test.ts',
      'src/domain/payments/order-standing.test.ts',
      'src/domain/payments/payer-address.test.ts',
      'src/domain/payments/refund-sources.test.ts',
      'src/domain/payments/share-refund.test.ts',
      'tests/mutation/simulator.test.ts',
    ],
  },
  writes: {
    bar: 85,
    mutate: Object.keys(judgesOfWrites),
    tests: [...new Set(Object.values(judgesOfWrites).flat())],
    judges: judgesOfWrites,
  },
};

/** Throws for a name that is none. */
export function groupNamed(name: string): Group {
  const known = groupNames.find((one) => one === name);
  if (known === undefined) throw new RangeError(`No group is called "${name}". There are: ${groupNames.join(', ')}`);
  return groups[known];
}

/** The tests that judge a group, or one file of it where files have their own. */
export function testsOf(group: Group, file: string | undefined): readonly string[] {
  return (file === undefined ? undefined : group.judges?.[file]) ?? group.tests;
}
