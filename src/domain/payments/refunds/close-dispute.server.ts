import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import { closeDisputedParts } from '../booking/disputed-part.server.ts';

/**
 * Days after which a dispute that no gateway spoke of again counts as lost. A dispute that is answered at every stage is
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
 * Marks a dispute as lost: the money stays with the buyer's bank, and refunds that it held end without money. The same again
 * changes nothing. A dispute that was won comes from its gateway only, with the money.
 */
export async function closeDispute(
  ctx: PaymentsContext,
  taskId: string,
  { by, reference }: DisputeClosure,
): Promise<Result<{ readonly orderId: string }, DisputeTaskFailure>> {
  const done = await inTransaction<{ readonly orderId: string }, DisputeTaskFailure>(ctx.db, async (trx) => {
    const named = await disputeTask(trx, taskId);
    if (!named) return err('task-not-found');
    await lockOrder(trx, named.order_id);
    const task = await disputeTask(trx, taskId);
    if (!task) return err('task-not-found');
    const { order_id: orderId } = task;
    if (task.state !== 'open') return isSame(task, by, reference) ? ok({ orderId }) : err('task-ended');
    const outcome = by === null ? 'expired' : 'lost';
    await trx
      .updateTable('reconciliation_exceptions')
      .set({ state: 'resolved', resolved_at: ctx.clock.now(), resolved_by: by, reference, outcome })
      .where('id', '=', taskId)
      .execute();
    await closeDisputedParts(ctx, trx, { id: task.attempt_id });
    return ok({ orderId });
  });
  if (done.ok) ctx.signals.orderChanged(done.value.orderId);
  return done;
}

async function disputeTask(db: Db, id: string) {
  return db
    .selectFrom('reconciliation_exceptions')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', 'dispute')
    .executeTakeFirst();
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
  const rows = await ctx.db
    .selectFrom('reconciliation_exceptions')
    .select('id')
    .where('state', '=', 'open')
    .where('kind', '=', 'dispute')
    .where('created_at', '<', before)
    .limit(100)
    .execute();
  for (const { id } of rows) await closeDispute(ctx, id, { by: null, reference: null });
}
