import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { OnWritten } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { closeDisputedParts } from '../booking/disputed-part.server.ts';
import { disputesOpenSince, exceptionOfKind, resolveDispute } from '../booking/exception-task.repository.server.ts';
import { setDisputeOutcome } from '../booking/refund-dispute.repository.server.ts';

/**
 * Days after which a dispute without further facts of its gateway counts as lost. A dispute that is answered at every stage is
 * decided within about 100 days at Visa (30 days each for response, pre-arbitration and its answer, 10 to file for
 * arbitration) and about 150 at Mastercard (45 days to the second presentment, 45 and 30 for pre-arbitration and its
 * answer, then arbitration). Taken from the schemes' public rules of dispute resolution; the editions were not compared.
 */
export const disputeLimitDays = 180;

export type DisputeTaskFailure = 'task-not-found' | 'task-ended';

/** `by` null: the scheme's limit is over. */
interface DisputeClosure {
  readonly by: string | null;
  readonly reference: string | null;
}

/**
 * Marks a dispute as lost: the money stays with the buyer's bank, and refunds that it held end without money. The same call again
 * changes nothing. That a dispute was won is a fact of its gateway only, with the money.
 */
export async function closeDispute(
  ctx: PaymentsContext,
  taskId: string,
  { by, reference }: DisputeClosure,
  onWritten?: OnWritten,
): Promise<Result<{ readonly orderId: string }, DisputeTaskFailure>> {
  const done = await inTransaction<{ readonly orderId: string }, DisputeTaskFailure>(ctx.db, async (trx) => {
    const named = await exceptionOfKind(trx, taskId, 'dispute');
    if (!named) return err('task-not-found');
    await lockOrder(trx, named.order_id);
    const task = await exceptionOfKind(trx, taskId, 'dispute');
    if (!task) return err('task-not-found');
    const { order_id: orderId } = task;
    if (task.state !== 'open') return isSame(task, by, reference) ? ok({ orderId }) : err('task-ended');
    const outcome = by === null ? 'expired' : 'lost';
    const now = ctx.clock.now();
    await resolveDispute(trx, taskId, { outcome, by, reference }, now);
    await setDisputeOutcome(trx, [taskId], outcome, now);
    await closeDisputedParts(ctx, trx, { id: task.attempt_id });
    await onWritten?.(trx);
    return ok({ orderId });
  });
  if (done.ok) ctx.signals.orderChanged(done.value.orderId);
  return done;
}

function isSame(
  task: { readonly resolved_by: string | null; readonly reference: string | null },
  by: string | null,
  reference: string | null,
): boolean {
  return task.resolved_by !== null && by !== null && task.reference === reference;
}

/** Ends the disputes that are older than the schemes' limit. */
export async function closeExpiredDisputes(ctx: PaymentsContext): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - disputeLimitDays * 86_400_000);
  for (const id of await disputesOpenSince(ctx.db, before)) await closeDispute(ctx, id, { by: null, reference: null });
}
