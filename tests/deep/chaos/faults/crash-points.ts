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
  'part-claimed',
  'capture-before-gateway',
  'capture-after-gateway',
  'webhook-before-mark',
  'refund-before-commit',
  'refund-part-before-booking',
  'cooling-off-before-commit',
  'cooling-off-after-commit',
  'erasure-before-commit',
];

export const workerPoints: readonly string[] = [
  'facts-before-commit',
  'facts-after-commit',
  'email-before-mark',
  'notice-before-mark',
  'webhook-answered',
  'surplus-refund-before-booking',
  'refund-part-before-booking',
  'expire-hold-before-commit',
  'credits-before-cursor',
  'renewal-before-gateway',
  'renewal-after-gateway',
  'accrual-before-credit',
  'accrual-after-credit',
  'mandate-charge-before-order',
  'mandate-charge-before-gateway',
];

const day = 86_400;
/** A step of everybody's time after the faults. */
export interface TimeStep {
  /** So long after the last fault, in seconds. */
  readonly afterSeconds: number;
  /** Places of workers that only the work of then passes. */
  readonly places: readonly string[];
}

/**
 * A year after the faults, step by step: what failed is tried again; parts that were never completed are undone; points are
 * credited when nobody can withdraw any more; a month's plan is collected by consent ten to two days before its day; a year's
 * is announced a month ahead, and charged.
 */
export const timeSteps: readonly TimeStep[] = [
  { afterSeconds: 90, places: [] },
  { afterSeconds: 690, places: [] },
  { afterSeconds: 3 * 3_600, places: ['expire-hold-before-commit'] },
  { afterSeconds: 12 * day, places: ['accrual-before-credit', 'accrual-after-credit'] },
  { afterSeconds: 23 * day, places: ['mandate-charge-before-order', 'mandate-charge-before-gateway'] },
  { afterSeconds: 336 * day, places: ['notice-before-mark'] },
  { afterSeconds: 366 * day, places: ['renewal-before-gateway', 'renewal-after-gateway'] },
  { afterSeconds: 366 * day + 7_200, places: [] },
  { afterSeconds: 369 * day, places: [] },
  { afterSeconds: 370 * day, places: [] },
];

const late: readonly string[] = timeSteps.flatMap(({ places }) => places);
const all = [...new Set([...appPoints, ...workerPoints])];

/** Every named place, and those that buyers pass while faults strike. */
export const namedCrashPoints: readonly string[] = all;
export const crashPointsOfRun: readonly string[] = all.filter((point) => !late.includes(point));
