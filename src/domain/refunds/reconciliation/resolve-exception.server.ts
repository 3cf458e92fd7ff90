import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { OnWritten } from '../../base-context.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import type { RefundsContext } from '../context.server.ts';
import {
  assignException as assignOpenException,
  assignRefundPart,
  closeDispute,
  resolveException as resolveOpenException,
} from '../../payments/index.server.ts';
import { completeManualRefund, type CompleteManualRefundFailure } from '../cooling-off/index.server.ts';
import { exceptionStatus } from './exception.repository.server.ts';

export type ExceptionFailure = 'task-not-found' | 'task-ended';

/** Assigns an exception to an operator, in place of the one before. */
export async function assignException(
  { db, clock }: Pick<RefundsContext, 'db' | 'clock'>,
  id: string,
  operator: string,
  onWritten?: OnWritten,
): Promise<Result<null, ExceptionFailure>> {
  const task = await exceptionStatus(db, id);
  if (!task) return err('task-not-found');
  const assign = task.task === 'pay-out-refund' ? assignRefundPart : assignOpenException;
  return inTransaction<null, ExceptionFailure>(db, async (trx) => {
    if (!(await assign(trx, id, operator, clock.now()))) return err('task-ended');
    await onWritten?.(trx);
    return ok(null);
  });
}

export interface Resolution {
  /** Name of the operator. */
  readonly by: string;
  /** The bank's reference of the payment, or the number of a case. */
  readonly reference: string;
}

/**
 * Resolves an exception with a reference: a surplus and a refund part are booked as manual refunds, a dispute is lost, every
 * other exception is resolved. The same call again changes nothing.
 */
export async function resolveException(
  ctx: RefundsContext,
  id: string,
  resolution: Resolution,
  onWritten?: OnWritten,
): Promise<Result<{ readonly orderId: string }, ExceptionFailure | CompleteManualRefundFailure>> {
  const task = await exceptionStatus(ctx.db, id);
  if (!task) return err('task-not-found');
  const { orderId } = task;
  if (!task.isOpen) return task.reference === resolution.reference ? ok({ orderId }) : err('task-ended');
  if (task.task === 'give-back-by-hand' || task.task === 'pay-out-refund')
    return completeManualRefund(ctx, id, resolution, onWritten);
  if (task.task === 'answer-dispute') return closeDispute(ctx, id, resolution, onWritten);
  const done = await inTransaction<null, ExceptionFailure>(ctx.db, async (trx) => {
    const { by, reference } = resolution;
    if (!(await resolveOpenException(trx, id, { by, reference, now: ctx.clock.now() }))) return err('task-ended');
    await onWritten?.(trx);
    return ok(null);
  });
  if (!done.ok) return done;
  ctx.log.info('task-resolved', { orderId, kind: task.task });
  return ok({ orderId });
}
