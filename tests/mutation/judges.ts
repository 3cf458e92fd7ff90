const folder = 'src/domain/payments';

/** Tests beside the payments, by their names. */
const beside = (...names: readonly string[]): readonly string[] => names.map((name) => `${folder}/${name}.test.ts`);

const inPayments: Readonly<Record<string, readonly string[]>> = {
  // What books money and brings an order in line with it.
  'record-captures': beside('record-captures', 'lines-of-money', 'apply-gateway-fact', 'late-money', 'rescue'),
  'record-reversals': beside('lines-of-money', 'record-wins', 'equal-refunds', 'facts-of-charges'),
  'record-wins': beside('lines-of-money', 'record-wins'),
  'apply-gateway-fact': beside(
    'jobs-after-facts',
    'facts-of-charges',
    'apply-gateway-fact',
    'contradiction',
    'paid-once',
  ),
  'settle-order': beside('paid-once', 'lines-of-money', 'record-captures', 'open-attempt'),
  'settle-reversal': beside('lines-of-money', 'record-wins'),
  'settle-cover': beside('undone-order', 'jobs-after-facts', 'several-tenders', 'rescue'),
  'book-returns': beside('record-wins', 'returns-in-time'),
  'incoming-line': beside('lines-of-money'),
  // What gives money back.
  'return-surplus': beside('return-surplus', 'refund-answers', 'reversals', 'lines-of-money', 'equal-refunds'),
  'refund-order': beside('refund-names', 'refund-order'),
  'staff-refund': beside('staff-refund', 'staff-refund-of-late'),
  'waiting-refund.repository': beside('staff-refund', 'staff-refund-of-late'),
  'refund.repository': beside('refund-names', 'refund-order', 'equal-refunds', 'staff-refund'),
  'give-back-part': beside('refund-order', 'refund-answers', 'equal-refunds'),
  'finish-by-hand': beside('paid-back-by-hand'),
  'reversal.repository': beside('lines-of-money', 'reversals', 'record-wins', 'equal-refunds'),
  'shortfall.repository': beside('lines-of-money', 'late-money'),
  // What asks for money.
  'open-attempt': beside('pay-again', 'prices-in-parts', 'asked-again', 'open-attempt'),
  'write-tenders': beside('prices-in-parts', 'pay'),
  pay: [
    ...beside('pay', 'pay-again', 'prices-in-parts', 'asked-again', 'pay-free-time', 'pay-guarded'),
    'src/domain/renewals/undone-bill.test.ts',
  ],
  'read-tenders': beside('read-tenders'),
  'prepare-tender': beside('prepare-tender', 'amounts-per-rail'),
  'idempotency.repository': beside('kept-answers', 'pay'),
  replay: beside('pay', 'asked-again'),
  'go-on': beside('go-on', 'several-tenders', 'asked-of-gateways'),
  'leg-rows': beside('several-tenders', 'rescue', 'renewed-part'),
  'call-gateway': beside('asked-of-gateways', 'go-on', 'open-attempt'),
  'attempt.repository': beside('asked-of-gateways', 'charged-when-asked', 'open-attempt', 'look-back'),
  // What ends a try, or an order.
  'give-up-attempt': beside('several-tenders', 'two-tabs', 'rescue'),
  'release-attempt': beside('release-attempt', 'rescue'),
  'end-rescue': beside('undone-order', 'rescue', 'rescue-rounds'),
  contradiction: beside('contradiction'),
  'reopen-order': beside('late-money'),
  holdings: beside('late-money', 'pay'),
  'close-abandoned': beside('close-abandoned', 'late-money'),
  'renew-attempt': beside('renewed-code', 'renewed-part', 'renew-attempt'),
  'take-free': beside('take-free'),
  // What looks for money that nobody told of.
  'check-attempt': beside(
    ...['checked-attempt', 'charged-when-asked', 'jobs-after-facts', 'look-for-buyer', 'contradiction', 'notification'],
  ),
  'settle-credits': beside('settle-credits', 'lists-of-credits'),
  notification: beside('notification', 'told-by-gateways', 'lists-of-credits'),
  'notification.repository': beside('notification', 'told-by-gateways', 'lists-of-credits'),
  'look-back': beside('look-back'),
  'look-for-buyer': beside('look-for-buyer'),
  'take-up-again': beside('take-up-again', 'return-surplus'),
};

/**
 * Files that read or write the database and decide about money, each with the tests that judge it: its own and those of
 * what it is part of, because a mutant that survives has passed all of them. What moves money first comes first.
 */
export const judgesOfWrites: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(inPayments).map(([name, tests]) => [`${folder}/${name}.server.ts`, tests]),
);
