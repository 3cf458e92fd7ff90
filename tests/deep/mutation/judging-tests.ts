const folder = 'src/domain/payments';

/** Tests of the payments, by their places there. */
const beside = (...names: readonly string[]): readonly string[] => names.map((name) => `${folder}/${name}.test.ts`);

const inPayments: Readonly<Record<string, readonly string[]>> = {
  // What books money and brings an order in line with it.
  'booking/record-captures': beside(
    'booking/record-captures',
    'scenarios/ledger-lines',
    'facts/apply-gateway-fact',
    'booking/reopen-order',
    'scenarios/hold-window',
  ),
  'booking/record-refund-or-dispute': beside(
    'scenarios/ledger-lines',
    'booking/record-dispute-win',
    'refunds/equal-refunds',
    'facts/charge-facts',
  ),
  'booking/record-dispute-win': beside('scenarios/ledger-lines', 'booking/record-dispute-win'),
  'facts/apply-gateway-fact': beside(
    'scenarios/jobs-after-facts',
    'facts/charge-facts',
    'facts/apply-gateway-fact',
    'commands/contradicted-attempt',
    'facts/apply-order-payment',
  ),
  'facts/apply-order-payment': beside(
    'facts/apply-order-payment',
    'scenarios/ledger-lines',
    'booking/record-captures',
    'commands/open-attempt',
  ),
  'facts/apply-returned-money': beside('scenarios/ledger-lines', 'booking/record-dispute-win'),
  'facts/apply-split': beside(
    'split/expire-hold',
    'scenarios/jobs-after-facts',
    'scenarios/split-payments',
    'scenarios/hold-window',
  ),
  'facts/book-refunds-and-disputes': beside('booking/record-dispute-win', 'facts/book-refunds-and-disputes'),
  // What gives money back.
  'refunds/refund-surplus': beside(
    'refunds/refund-surplus',
    'refunds/refund-answers',
    'scenarios/refunds-and-disputes',
    'scenarios/ledger-lines',
    'refunds/equal-refunds',
  ),
  'refunds/refund-order': beside('refunds/refund-idempotency', 'refunds/refund-order'),
  'refunds/staff-refund': beside('refunds/staff-refund', 'refunds/staff-refund-late-fees'),
  'refunds/pending-refund.repository': [
    ...beside('refunds/staff-refund', 'refunds/staff-refund-late-fees'),
    'src/domain/privacy/close-accounts.test.ts',
  ],
  'booking/write-refund': beside(
    'refunds/refund-idempotency',
    'refunds/refund-order',
    'refunds/equal-refunds',
    'refunds/staff-refund',
  ),
  'booking/refund.repository': beside(
    'refunds/refund-idempotency',
    'refunds/refund-order',
    'refunds/equal-refunds',
    'refunds/staff-refund',
  ),
  'refunds/refund-part': beside('refunds/refund-order', 'refunds/refund-answers', 'refunds/equal-refunds'),
  'refunds/record-manual-refund': beside('refunds/record-manual-refund'),
  'booking/refund-part.repository': beside(
    'refunds/refund-order',
    'refunds/refund-answers',
    'refunds/equal-refunds',
    'refunds/record-manual-refund',
  ),
  'booking/exception-task.repository': beside(
    'refunds/refund-surplus',
    'refunds/disputed-refund',
    'refunds/equal-refunds',
  ),
  'booking/reconciliation-exception.repository': beside(
    'scenarios/ledger-lines',
    'scenarios/refunds-and-disputes',
    'booking/record-dispute-win',
    'refunds/equal-refunds',
  ),
  // What asks for money.
  'commands/open-attempt': beside(
    'commands/pay-again',
    'scenarios/split-prices',
    'commands/replay',
    'commands/open-attempt',
  ),
  'commands/write-tenders': beside('scenarios/split-prices', 'commands/pay', 'commands/complete-zero-amount-order'),
  'commands/pay': [
    ...beside(
      'commands/pay',
      'commands/pay-again',
      'scenarios/split-prices',
      'commands/replay',
      'commands/pay-trial',
      'instruments/check-tenders',
    ),
    'src/domain/subscriptions/charging/invoice-of-closed-order.test.ts',
  ],
  'commands/read-tenders': beside('commands/read-tenders'),
  'instruments/prepare-tender': beside('instruments/prepare-tender', 'scenarios/amounts-per-rail'),
  'commands/idempotency.repository': beside('commands/idempotency.repository', 'commands/pay'),
  'commands/replay': beside('commands/pay', 'commands/replay'),
  'split/advance-split-order': beside('split/advance-split-order', 'scenarios/split-payments', 'facts/call-gateway'),
  'attempts/split-part.repository': beside(
    'scenarios/split-payments',
    'scenarios/hold-window',
    'commands/renewed-part',
  ),
  'facts/call-gateway': beside('facts/call-gateway', 'split/advance-split-order', 'commands/open-attempt'),
  'attempts/attempt.repository': beside(
    'facts/call-gateway',
    'commands/charges-on-poll',
    'commands/open-attempt',
    'commands/recheck-captured',
  ),
  // What ends a try, or an order.
  'attempts/cancel-attempt': beside('scenarios/split-payments', 'scenarios/two-tabs', 'scenarios/hold-window'),
  'facts/void-attempt': beside('facts/void-attempt', 'scenarios/hold-window'),
  'split/expire-hold': beside('split/expire-hold', 'scenarios/hold-window', 'split/expire-holds-sweep'),
  'attempts/reservations': beside('booking/reopen-order', 'commands/pay'),
  'commands/close-abandoned-orders': beside('commands/close-abandoned-orders', 'booking/reopen-order'),
  'commands/renew-attempt': beside('commands/renewed-code', 'commands/renewed-part', 'commands/renew-attempt'),
  // What looks for money that nobody told of.
  'commands/poll-attempt': beside(
    ...[
      'commands/poll-attempt',
      'commands/charges-on-poll',
      'scenarios/jobs-after-facts',
      'commands/refresh-on-view',
      'commands/contradicted-attempt',
      'commands/incoming-webhook',
    ],
  ),
  'commands/reconcile-credits': beside('commands/reconcile-credits', 'commands/credit-lists'),
  'commands/incoming-webhook': beside('commands/incoming-webhook', 'commands/receive-webhook', 'commands/credit-lists'),
  'commands/incoming-webhook.repository': beside(
    'commands/incoming-webhook',
    'commands/receive-webhook',
    'commands/credit-lists',
  ),
  'commands/recheck-captured': beside('commands/recheck-captured'),
  'commands/refresh-on-view': beside('commands/refresh-on-view'),
  'commands/requeue-stuck-work': beside('commands/requeue-stuck-work', 'refunds/refund-surplus'),
};

/**
 * Files that read or write the database and decide about money, each with the tests that judge it: its own and those of
 * what it is part of, because a mutant that survives has passed all of them. What moves money first comes first.
 */
export const testsOfWrites: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(inPayments).map(([name, tests]) => [`${folder}/${name}.server.ts`, tests]),
);

/** Tests of other areas that go through these files: they try what survives the nearer ones. */
export const widerTests: readonly string[] = [
  ...beside(
    'commands/requeue-stuck-work',
    'refunds/disputed-refund',
    'commands/charges-on-poll',
    'commands/unverified-webhook',
    'commands/webhook-flood',
  ),
  'src/domain/orders/choose-location.test.ts',
  'src/domain/orders/report-sale.test.ts',
  'src/domain/privacy/erase-data.test.ts',
  'src/domain/refunds/cooling-off/request-cooling-off.test.ts',
  'src/domain/refunds/reconciliation/exceptions.test.ts',
  'src/domain/subscriptions/charging/off-session-charges.test.ts',
  'src/domain/subscriptions/dunning/process-failed-charges.test.ts',
];
