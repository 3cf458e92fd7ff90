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
  'erasure-before-commit',
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
];

const day = 86_400;
/** A place of workers that only time brings. */
export interface TimePlace {
  readonly point: string;
  /** So long after the last fault there is work that passes it, in seconds. */
  readonly afterSeconds: number;
}

/**
 * Places that are passed once time has gone by, in its order: parts that were never completed are undone, points are credited
 * when nobody can withdraw any more, a month's plans are collected a week before their day, a year's are charged on it.
 */
export const timePlaces: readonly TimePlace[] = [
  { point: 'rescue-before-commit', afterSeconds: 3 * 3_600 },
  { point: 'accrual-before-credit', afterSeconds: 12 * day },
  { point: 'accrual-after-credit', afterSeconds: 12 * day },
  { point: 'cycle-before-charge', afterSeconds: 23 * day },
  { point: 'cycle-before-gateway', afterSeconds: 23 * day },
  { point: 'renewal-before-gateway', afterSeconds: 366 * day },
  { point: 'renewal-after-gateway', afterSeconds: 366 * day },
];
