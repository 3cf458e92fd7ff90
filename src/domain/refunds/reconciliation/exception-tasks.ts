/**
 * Reconciliation exceptions that only a person can resolve:
 *
 * - `give-back-by-hand`: a surplus that its gateway cannot refund
 * - `pay-out-refund`: a refund part that its gateway cannot refund
 * - `collect-or-refund`: less came than was owed
 * - `answer-dispute`: a buyer's bank took money back
 * - `confirm-refund`: money went back that nobody here requested
 * - `recover-excess`: more went back than had come
 * - `restore-after-dispute`: a dispute was won after access, or a refund, had ended by it
 * - `look-into-charge`: a gateway contradicts itself about a charge
 */
export const exceptionTasks = [
  'give-back-by-hand',
  'pay-out-refund',
  'collect-or-refund',
  'answer-dispute',
  'confirm-refund',
  'recover-excess',
  'restore-after-dispute',
  'look-into-charge',
] as const;
export type ExceptionTask = (typeof exceptionTasks)[number];
