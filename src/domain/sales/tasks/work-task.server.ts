import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { OnWritten } from '../../base-context.server.ts';
import { openEndpoint } from '../../messaging/webhooks/index.server.ts';
import type { CompleteManualRefundFailure } from '../../refunds/cooling-off/index.server.ts';
import { assignException, resolveException } from '../../refunds/reconciliation/index.server.ts';
import { inTransaction } from '../../transaction.server.ts';
import type { SalesContext } from '../context.server.ts';
import {
  countOpenTasks,
  type EndpointBrand,
  listOpenTasks,
  type OpenTask,
  openTaskById,
  type TaskFilter,
  type TaskView,
} from './open-task.repository.server.ts';
import { assignStaffTask, endStaffTask, lockStaffTask } from './staff-task.repository.server.ts';
import { isOtherTaskKind, type OtherTaskKind, type TaskKind, taskKinds } from './task-kinds.ts';

type TaskContext = Pick<SalesContext, 'db' | 'webhooks'>;

/** A task's name. */
export interface TaskKey {
  readonly kind: TaskKind;
  readonly id: string;
}

export type TaskFailure = 'task-not-found' | 'task-ended';

/** The endpoints of this environment with the brand that each belongs to, whatever its variant. */
function endpointsOf({ webhooks }: TaskContext): EndpointBrand[] {
  return (webhooks?.endpoints ?? []).map(({ id }) => ({ id, brand: id.split(/[./]/)[0] ?? '' }));
}

/** Open tasks that somebody may see, oldest first: one queue of every kind. */
export function openTasks(ctx: TaskContext, filter: TaskFilter): Promise<readonly OpenTask[]> {
  return listOpenTasks(ctx.db, endpointsOf(ctx), filter);
}

/** How many open tasks of each kind somebody may see, and since when the oldest is open. */
export function openTaskCounts(ctx: TaskContext, views: readonly TaskView[]) {
  return countOpenTasks(ctx.db, endpointsOf(ctx), views);
}

/** How many tasks of every kind are open, and how old the oldest of each is in seconds: for alerts. */
export async function taskMetrics(
  ctx: TaskContext & Pick<SalesContext, 'clock'>,
): Promise<readonly { readonly task: TaskKind; readonly count: number; readonly oldestSeconds: number }[]> {
  const counts = await openTaskCounts(ctx, [{ kinds: taskKinds, scope: { kind: 'all' } }]);
  return taskKinds.map((task) => {
    const open = counts.find(({ kind }) => kind === task);
    const age = open ? (ctx.clock.now().getTime() - open.oldest.getTime()) / 1000 : 0;
    return { task, count: open?.count ?? 0, oldestSeconds: Math.max(0, age) };
  });
}

/** An open task with what decides who may see it; null when there is none, or it has ended. */
export function openTask(ctx: TaskContext, key: { readonly kind?: TaskKind | undefined; readonly id: string }) {
  return openTaskById(ctx.db, endpointsOf(ctx), key);
}

/** Gives an open task to a person (`staff:<id>`), in place of the one who had it. The same again changes nothing. */
export async function assignTask(
  ctx: Pick<SalesContext, 'db' | 'webhooks' | 'clock'>,
  key: TaskKey,
  to: string,
  onWritten?: OnWritten,
): Promise<Result<null, TaskFailure>> {
  const task = await openTask(ctx, key);
  if (!task) return err('task-not-found');
  if (task.assignedTo === to) return ok(null);
  const { kind, id } = key;
  if (!isOtherTaskKind(kind)) return assignException(ctx, id, to, onWritten);
  return underLock(ctx, { kind, id }, async (inside, open) => {
    await assignStaffTask(inside.db, { kind, id }, to, open.openedAt, ctx.clock.now());
    await onWritten?.(inside.db);
  });
}

/** How a person ends a task. */
export interface TaskResolution {
  readonly by: string;
  /** The bank's reference of a payment, or the number of a case; needed where the kind's rule says so. */
  readonly reference: string;
  readonly reason: string;
}

/**
 * Ends an open task. Payouts and surplus are booked as manual refunds by their reference, a dispute is lost, and every other one
 * is left as it is. The same call again changes nothing where the reference is kept; otherwise the task has ended.
 */
export async function endTask(
  ctx: SalesContext,
  { kind, id }: TaskKey,
  { by, reference, reason }: TaskResolution,
  onWritten?: OnWritten,
): Promise<Result<null, TaskFailure | CompleteManualRefundFailure>> {
  if (!isOtherTaskKind(kind)) {
    const done = await resolveException(ctx, id, { by, reference }, onWritten);
    return done.ok ? ok(null) : done;
  }
  return underLock(ctx, { kind, id }, async (inside, { openedAt }) => {
    await endStaffTask(inside.db, { kind, id }, { by, reason, openedAt }, ctx.clock.now());
    await onWritten?.(inside.db);
  });
}

/** Opens an ended endpoint again, which ends its task: events from now on are sent to it. Twice at once opens it twice, which is the same. */
export async function reopenEndedEndpoint(
  ctx: SalesContext,
  id: string,
  onWritten?: OnWritten,
): Promise<Result<null, TaskFailure>> {
  if (!(await openTask(ctx, { kind: 'webhook-endpoint-ended', id }))) return err('task-ended');
  return (await openEndpoint(ctx, id, onWritten)) ? ok(null) : err('task-not-found');
}

/** Works on a task that is still open once its lock is there. */
function underLock<C extends Pick<SalesContext, 'db' | 'webhooks'>>(
  ctx: C,
  key: { readonly kind: OtherTaskKind; readonly id: string },
  work: (inside: C, open: OpenTask) => Promise<void>,
): Promise<Result<null, TaskFailure>> {
  return inTransaction<null, TaskFailure>(ctx.db, async (trx) => {
    await lockStaffTask(trx, key);
    const inside = { ...ctx, db: trx };
    const open = await openTask(inside, key);
    if (!open) return err('task-ended');
    await work(inside, open);
    return ok(null);
  });
}
