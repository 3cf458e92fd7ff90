import type { Selectable } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';

/** Reconciliation exceptions as tasks of operators. */

export type ExceptionRow = Selectable<Database['reconciliation_exceptions']>;

/** An exception of one kind; null when there is none. */
export async function exceptionOfKind(db: Db, id: string, kind: 'surplus' | 'dispute'): Promise<ExceptionRow | null> {
  const row = await db
    .selectFrom('reconciliation_exceptions')
    .selectAll()
    .where('id', '=', id)
    .where('kind', '=', kind)
    .executeTakeFirst();
  return row ?? null;
}

/** Whether there is an exception of that id, in whatever state. */
export async function isException(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('reconciliation_exceptions').select('id').where('id', '=', id).executeTakeFirst();
  return row !== undefined;
}

/** An open surplus with the brand of its order; null when there is none. */
export async function openSurplusById(db: Db, id: string): Promise<(ExceptionRow & { readonly brand: string }) | null> {
  const row = await db
    .selectFrom('reconciliation_exceptions')
    .innerJoin('orders', 'orders.id', 'reconciliation_exceptions.order_id')
    .selectAll('reconciliation_exceptions')
    .select('orders.brand')
    .where('reconciliation_exceptions.id', '=', id)
    .where('reconciliation_exceptions.kind', '=', 'surplus')
    .where('reconciliation_exceptions.state', '=', 'open')
    .executeTakeFirst();
  return row ?? null;
}

/** A surplus with the gateway of its attempt; null when there is none. */
export async function surplusWithGateway(
  db: Db,
  id: string,
): Promise<(Pick<ExceptionRow, 'amount' | 'currency' | 'task'> & { readonly gateway: string }) | null> {
  const row = await db
    .selectFrom('reconciliation_exceptions')
    .innerJoin('attempts', 'attempts.id', 'reconciliation_exceptions.attempt_id')
    .select([
      'reconciliation_exceptions.amount',
      'reconciliation_exceptions.currency',
      'reconciliation_exceptions.task',
      'attempts.gateway',
    ])
    .where('reconciliation_exceptions.id', '=', id)
    .where('reconciliation_exceptions.kind', '=', 'surplus')
    .executeTakeFirst();
  return row ?? null;
}

/** Open surplus of an order that is to be refunded manually, oldest first; minor units. */
export async function manualSurplusesOfOrder(
  db: Db,
  orderId: string,
): Promise<readonly { readonly attemptId: string; readonly amount: bigint }[]> {
  return db
    .selectFrom('reconciliation_exceptions')
    .select(['attempt_id as attemptId', 'amount'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'surplus')
    .where('state', '=', 'open')
    .where('task', '=', 'give-back-by-hand')
    .orderBy('created_at')
    .execute();
}

/** Turns a surplus that its gateway cannot refund into a manual refund. */
export async function handOverSurplus(db: Db, id: string): Promise<void> {
  await db.updateTable('reconciliation_exceptions').set({ task: 'give-back-by-hand' }).where('id', '=', id).execute();
}

/** Stores the operator who resolved an exception, and their reference. */
export async function setResolver(trx: Db, id: string, by: string, reference: string): Promise<void> {
  await trx.updateTable('reconciliation_exceptions').set({ resolved_by: by, reference }).where('id', '=', id).execute();
}

/** Resolves a dispute. `by` null: the scheme's limit is over. The caller holds the order's lock. */
export async function resolveDispute(
  trx: Db,
  id: string,
  resolution: { readonly outcome: 'expired' | 'lost'; readonly by: string | null; readonly reference: string | null },
  now: Date,
): Promise<void> {
  const { outcome, by, reference } = resolution;
  await trx
    .updateTable('reconciliation_exceptions')
    .set({ state: 'resolved', resolved_at: now, resolved_by: by, reference, outcome })
    .where('id', '=', id)
    .execute();
}

/** Ids of up to 100 disputes that have been open since before an instant. */
export async function disputesOpenSince(db: Db, before: Date): Promise<readonly string[]> {
  const rows = await db
    .selectFrom('reconciliation_exceptions')
    .select('id')
    .where('state', '=', 'open')
    .where('kind', '=', 'dispute')
    .where('created_at', '<', before)
    .limit(100)
    .execute();
  return rows.map(({ id }) => id);
}

/** Assigns an open exception to an operator; false when it has ended. */
export async function assignException(db: Db, id: string, operator: string, now: Date): Promise<boolean> {
  const row = await db
    .updateTable('reconciliation_exceptions')
    .set({ assigned_to: operator, assigned_at: now })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** Resolves an exception of which nothing is booked; false when it has ended. */
export async function resolveException(
  db: Db,
  id: string,
  { by, reference, now }: { readonly by: string; readonly reference: string; readonly now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('reconciliation_exceptions')
    .set({ state: 'resolved', resolved_at: now, resolved_by: by, reference })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
