import { exceptionTasks } from '../../refunds/reconciliation/index.ts';
import type { Permission } from '../../staff/index.ts';

/** Tasks that are no reconciliation exception, by the row that stands for them. */
export const otherTaskKinds = [
  /** The tax authority refused a fiscal note: the buyer's data or the school's are wrong. */
  'fiscal-note-refused',
  /** An e-mail could not be sent for three days. */
  'email-given-up',
  /** A receiver of webhooks answered 410: nothing is sent to it any more. */
  'webhook-endpoint-ended',
  /** A buyer asked for the erasure of their data while money was moving, and it was refused. */
  'erasure-refused',
] as const;

export type OtherTaskKind = (typeof otherTaskKinds)[number];

/** Everything that only a person can end. */
export const taskKinds = [...exceptionTasks, ...otherTaskKinds] as const;
export type TaskKind = (typeof taskKinds)[number];

/**
 * How a task ends:
 *
 * - `payout`: the money was paid at the bank, by the end-to-end id of that payment
 * - `dispute`: lost, by the number of its case; a won dispute is a fact of its gateway and ends the task itself
 * - `reference`: looked into, by a reference and a reason
 * - `reason`: left as it is, with a reason; what cures it ends it besides
 */
export type TaskEnd = 'payout' | 'dispute' | 'reference' | 'reason';

export interface TaskRule {
  /** Who sees, takes and ends it. */
  readonly permission: Permission;
  readonly end: TaskEnd;
  /** Age in seconds from which on it is late: the alert of docs/how-to/watch-it-run.md, and the colour on the screen. */
  readonly lateAfterSeconds: number;
}

const day = 86_400;

export const taskRules: Readonly<Record<TaskKind, TaskRule>> = {
  'give-back-by-hand': { permission: 'payout.record', end: 'payout', lateAfterSeconds: 5 * day },
  'pay-out-refund': { permission: 'payout.record', end: 'payout', lateAfterSeconds: 5 * day },
  'collect-or-refund': { permission: 'task.work', end: 'reference', lateAfterSeconds: 5 * day },
  'answer-dispute': { permission: 'dispute.answer', end: 'dispute', lateAfterSeconds: day },
  'confirm-refund': { permission: 'task.work', end: 'reference', lateAfterSeconds: 2 * day },
  'recover-excess': { permission: 'task.work', end: 'reference', lateAfterSeconds: 2 * day },
  'restore-after-dispute': { permission: 'task.work', end: 'reference', lateAfterSeconds: 2 * day },
  'look-into-charge': { permission: 'task.work', end: 'reference', lateAfterSeconds: 2 * day },
  'fiscal-note-refused': { permission: 'task.work', end: 'reason', lateAfterSeconds: 2 * day },
  'email-given-up': { permission: 'email.resend', end: 'reason', lateAfterSeconds: 2 * day },
  'webhook-endpoint-ended': { permission: 'webhook.replay', end: 'reason', lateAfterSeconds: day },
  'erasure-refused': { permission: 'buyer.erase', end: 'reason', lateAfterSeconds: 10 * day },
};

/** Whether a task is one of `otherTaskKinds`: its owner and its end stand in `staff_tasks`. */
export function isOtherTaskKind(kind: TaskKind): kind is OtherTaskKind {
  return otherTaskKinds.some((one) => one === kind);
}
