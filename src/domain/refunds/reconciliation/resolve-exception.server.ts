import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { RefundsContext } from '../context.server.ts';
import { closeDispute } from '../../payments/index.server.ts';
import { completeManualRefund, type CompleteManualRefundFailure } from '../cooling-off/index.server.ts';
import { exceptionStatus, writeAssignment, writeResolution } from './exception.repository.server.ts';

export type ExceptionFailure = 'task-not-found' | 'task-ended';

/** Makes an operator the owner of a task; another one before is replaced. */
export async function assignException(
  { db, clock }: Pick<RefundsContext, 'db' | 'clock'>,
  id: string,
  operator: string,
): Promise<Result<null, ExceptionFailure>> {
  const task = await exceptionStatus(db, id);
  if (!task) return err('task-not-found');
  return (await writeAssignment(db, task, operator, clock.now())) ? ok(null) : err('task-ended');
}

export interface Resolution {
  /** The operator, by name. */
  readonly by: string;
  /** The bank's name of the payment, or the number of a case. */
  readonly reference: string;
}

/**
 * Ends a task with a reference: a surplus and a part of a refund are booked as paid out by hand, a dispute is lost, every
 * other task is done. The same again changes nothing.
 */
export async function resolveException(
  ctx: RefundsContext,
  id: string,
  resolution: Resolution,
): Promise<Result<{ readonly orderId: string }, ExceptionFailure | CompleteManualRefundFailure>> {
  const task = await exceptionStatus(ctx.db, id);
  if (!task) return err('task-not-found');
  const { orderId } = task;
  if (!task.isOpen) return task.reference === resolution.reference ? ok({ orderId }) : err('task-ended');
  if (task.task === 'give-back-by-hand' || task.task === 'pay-out-refund')
    return completeManualRefund(ctx, id, resolution);
  if (task.task === 'answer-dispute') return closeDispute(ctx, id, resolution);
  const isDone = await writeResolution(ctx.db, id, { ...resolution, now: ctx.clock.now() });
  if (!isDone) return err('task-ended');
  ctx.log.info('task-resolved', { orderId, kind: task.task });
  return ok({ orderId });
}
