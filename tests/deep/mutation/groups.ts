import { testsOfWrites, widerTests } from './judging-tests.ts';

export const groupNames = ['money', 'states', 'payments', 'writes'] as const;
export type GroupName = (typeof groupNames)[number];

/** What is mutated together, the tests that judge it, and the least score, in percent. */
export interface Group {
  readonly bar: number;
  /** Files of the product. */
  readonly mutate: readonly string[];
  /** Files of tests. */
  readonly tests: readonly string[];
  /** Set where the tests need a database: each file is then tried by itself, by these tests of it; what survives, by all `tests`. */
  readonly judgingTests?: Readonly<Record<string, readonly string[]>>;
}

/**
 * - `money`: all of the kernel's money.
 * - `states`: every table of states, and what checks a table at start.
 * - `payments`: everything that decides about money and reads or writes nothing itself.
 * - `writes`: what reads or writes the database and moves money by it. Hours, file by file.
 */
export const groups: Readonly<Record<GroupName, Group>> = {
  money: {
    bar: 97.5,
    mutate: ['src/kernel/money/!(*.test).ts'],
    tests: ['src/kernel/money/*.test.ts'],
  },
  states: {
    bar: 99.2,
    mutate: [
      'src/kernel/result/state-table.ts',
      'src/domain/orders/order-states.ts',
      'src/domain/payments/ports/attempt-states.ts',
      'src/domain/subscriptions/subscriptions/subscription-states.ts',
      'src/domain/payments/ports/mandate.types.ts',
    ],
    tests: [
      'src/domain/orders/order-states.test.ts',
      'src/domain/payments/ports/attempt-states.test.ts',
      'src/domain/subscriptions/subscriptions/subscription-rules.test.ts',
      'src/domain/payments/ports/mandate-states.test.ts',
    ],
  },
  payments: {
    bar: 96.9,
    mutate: [
      'src/domain/orders/decide-split.ts',
      'src/domain/payments/booking/returned-money.ts',
      'src/domain/payments/ports/amount-limits.ts',
      'src/domain/payments/attempts/decide-answer.server.ts',
      'src/domain/payments/attempts/decide-fact.server.ts',
      'src/domain/payments/refunds/decide-refund-part-end.ts',
      'src/domain/payments/attempts/decide-hold-window.server.ts',
      'src/domain/payments/attempts/decide-admission.server.ts',
      'src/domain/payments/booking/divide-captures.ts',
      'src/domain/payments/attempts/split-parts.server.ts',
      'src/domain/payments/attempts/next-check.ts',
      'src/domain/payments/ports/next-action.ts',
      'src/domain/payments/booking/order-payment-state.server.ts',
      'src/domain/payments/ports/payer-address.ts',
      'src/domain/payments/booking/refund-sources.ts',
    ],
    tests: [
      'src/domain/orders/decide-split.test.ts',
      'src/domain/payments/booking/allocate-movement.test.ts',
      'src/domain/payments/booking/returned-money.test.ts',
      'src/domain/payments/ports/amount-limits.test.ts',
      'src/domain/payments/ports/attempt-states.test.ts',
      'src/domain/payments/attempts/decide-answer.test.ts',
      'src/domain/payments/attempts/decide-fact.test.ts',
      'src/domain/payments/refunds/decide-refund-part-end.test.ts',
      'src/domain/payments/attempts/decide-hold-window.test.ts',
      'src/domain/payments/attempts/decide-admission.test.ts',
      'src/domain/payments/booking/divide-money.test.ts',
      'src/domain/payments/attempts/split-parts.test.ts',
      'src/domain/payments/attempts/next-check.test.ts',
      'src/domain/payments/attempts/next-recheck.test.ts',
      'src/domain/payments/ports/next-action.test.ts',
      'src/domain/payments/booking/order-payment-state.test.ts',
      'src/domain/payments/ports/payer-address.test.ts',
      'src/domain/payments/booking/refund-sources.test.ts',
      'src/domain/payments/booking/share-refund.test.ts',
      'tests/deep/mutation/simulator.test.ts',
    ],
  },
  writes: {
    bar: 95,
    mutate: Object.keys(testsOfWrites),
    tests: [...new Set([...Object.values(testsOfWrites).flat(), ...widerTests])],
    judgingTests: testsOfWrites,
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
  return (file === undefined ? undefined : group.judgingTests?.[file]) ?? group.tests;
}
