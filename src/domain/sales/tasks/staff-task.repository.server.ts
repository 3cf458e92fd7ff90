import { sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { OtherTaskKind } from './task-kinds.ts';

/** Owners and ends of tasks that no other table keeps. A row that ended is taken up again by the next opening of its subject. */

interface TaskKey {
  readonly kind: OtherTaskKind;
  readonly id: string;
}

/** Opens a task that has no row of its own elsewhere, or opens it again; one that is open stays as it is. */
export async function openStaffTask(db: Db, { kind, id }: TaskKey, now: Date): Promise<void> {
  await db
    .insertInto('staff_tasks')
    .values({ kind, subject_id: id, opened_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject_id'])
        .doUpdateSet({
          opened_at: now,
          ended_at: null,
          ended_by: null,
          reason: null,
          assigned_to: null,
          assigned_at: null,
        })
        .where('staff_tasks.ended_at', 'is not', null),
    )
    .execute();
}

/** Gives an open task to a person, in place of the one before. The caller has seen that it is open. */
export async function assignStaffTask(
  db: Db,
  { kind, id }: TaskKey,
  to: string,
  openedAt: Date,
  now: Date,
): Promise<void> {
  const given = { assigned_to: to, assigned_at: now };
  await db
    .insertInto('staff_tasks')
    .values({ kind, subject_id: id, opened_at: openedAt, ...given })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject_id']).doUpdateSet({ ...given, ended_at: null, ended_by: null, reason: null }),
    )
    .execute();
}

/** Ends an open task with a reason. The caller has seen that it is open. */
export async function endStaffTask(
  db: Db,
  { kind, id }: TaskKey,
  end: { readonly by: string; readonly reason: string; readonly openedAt: Date },
  now: Date,
): Promise<void> {
  const ended = { ended_at: now, ended_by: end.by, reason: end.reason };
  await db
    .insertInto('staff_tasks')
    .values({ kind, subject_id: id, opened_at: end.openedAt, ...ended })
    .onConflict((conflict) => conflict.columns(['kind', 'subject_id']).doUpdateSet(ended))
    .execute();
}

/** Locks a task's key until the transaction ends, so that two people do not end it at once. */
export async function lockStaffTask(trx: Db, { kind, id }: TaskKey): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${kind}/${id}`}, 105))`.execute(trx);
}

/** Empties what staff wrote about tasks of these orders and accounts. One statement per kind: an index serves each. */
export async function eraseTaskReasons(
  trx: Db,
  { orders, accounts }: { readonly orders: readonly string[]; readonly accounts: readonly string[] },
): Promise<void> {
  const emptied = trx.updateTable('staff_tasks').set({ reason: null });
  await emptied
    .where('kind', '=', 'erasure-refused')
    .where('subject_id', '=', sql<string>`any(${accounts}::text[])`)
    .execute();
  for (const [kind, table] of [
    ['fiscal-note-refused', 'fiscal_notes'],
    ['email-given-up', 'emails'],
  ] as const)
    await emptied
      .where('kind', '=', kind)
      .where('subject_id', 'in', (of) =>
        of
          .selectFrom(table)
          .select(`${table}.id`)
          .where(`${table}.order_id`, '=', sql<string>`any(${orders}::text[])`),
      )
      .execute();
}
