import type { FastifyRequest } from 'fastify';
import type { Db } from '#src/domain/context.server.ts';
import {
  type OpenTask,
  type TaskKind,
  taskKinds,
  taskRules,
  type TaskView,
} from '#src/domain/sales/tasks/index.server.ts';
import { namesOfAccounts } from '#src/domain/staff/index.server.ts';
import { isAllowed, type PermissionSubject, scopeOf, type StaffActor } from '#src/domain/staff/index.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import type { TaskItem, TaskOwner } from './tasks.types.ts';

/** The kinds of tasks that a person works on, each with its scope. */
export function viewsOf(staff: StaffActor): readonly TaskView[] {
  return taskKinds.flatMap((kind) => {
    const scope = scopeOf(staff, taskRules[kind].permission);
    return scope.kind === 'none' ? [] : [{ kinds: [kind], scope }];
  });
}

/** Whether a person works on tasks of this kind for this subject. */
export function mayWork({ staff }: Pick<FastifyRequest, 'staff'>, kind: TaskKind, subject: PermissionSubject): boolean {
  return isAllowed(staff, taskRules[kind].permission, subject);
}

/** Tasks as the browser shows them, with the names of their owners. */
export async function taskItems(
  db: Db,
  { staff, now }: { readonly staff: StaffActor; readonly now: Date },
  tasks: readonly OpenTask[],
): Promise<readonly TaskItem[]> {
  const owners = tasks.flatMap(({ assignedTo }) => (assignedTo?.startsWith('staff:') ? [assignedTo.slice(6)] : []));
  const names = await namesOfAccounts(db, [...new Set(owners)]);
  return tasks.map(({ kind, id, brand, orderId, orderReference, amount, currency, openedAt, assignedTo, cause }) => ({
    ...{ kind, id, brand, orderId, orderReference, currency, cause, end: taskRules[kind].end },
    amount: amount === null ? null : unitsToJson(amount),
    openedAt: openedAt.toISOString(),
    isLate: now.getTime() - openedAt.getTime() > taskRules[kind].lateAfterSeconds * 1000,
    owner: ownerOf(assignedTo, names, staff),
  }));
}

function ownerOf(actor: string | null, names: ReadonlyMap<string, string>, staff: StaffActor): TaskOwner | null {
  if (actor === null) return null;
  const name = names.get(actor.replace(/^staff:/, '')) ?? actor.replace(/^token:/, '');
  return { actor, name, isMe: actor === staff.actor };
}
