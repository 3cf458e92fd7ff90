/**
 * The named places of the product (`crashPoint('…')` in the code) by the kind of process that passes them. A test holds this
 * list against the code: a place that is added there and not here is red.
 */
export const appPoints: readonly string[] = [
  'pay-after-t1',
  'pay-before-gateway',
  'pay-after-gateway',
  'facts-before-commit',
  'facts-after-commit',
  'leg-claimed',
  'capture-before-gateway',
  'capture-after-gateway',
  'notification-before-mark',
  'refund-before-commit',
  'part-before-books',
  'withdrawal-before-commit',
  'withdrawal-after-commit',
];

export const workerPoints: readonly string[] = [
  'facts-before-commit',
  'facts-after-commit',
  'letter-before-mark',
  'notice-before-mark',
  'webhook-answered',
  'refund-before-books',
  'part-before-books',
  'rescue-before-commit',
  'credits-before-cursor',
  'renewal-before-gateway',
  'renewal-after-gateway',
  'accrual-before-credit',
  'accrual-after-credit',
  'cycle-before-charge',
  'cycle-before-gateway',
  'erasure-before-commit',
];
