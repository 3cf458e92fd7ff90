import { newId } from '#src/kernel/ids/ids.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { RefundOrDispute } from '../ledger/index.server.ts';
import type { AttemptRow } from '../attempts/attempt.repository.server.ts';
import type { DisputeDetails, Movement } from '../ports/gateway.port.ts';

/** Inserts the record of a refund or a dispute, once per movement. The caller holds the order's lock. */
export async function insertRefundOrDispute(
  trx: Db,
  kind: RefundOrDispute,
  from: { readonly attempt: AttemptRow; readonly movement: Movement; readonly now: Date },
): Promise<void> {
  const { attempt, movement, now } = from;
  const row = {
    ...{ gateway: attempt.gateway, movement_id: movement.id, order_id: attempt.order_id, attempt_id: attempt.id },
    ...{ amount: movement.amount, currency: movement.currency, occurred_at: movement.at, recorded_at: now },
  };
  await (
    kind === 'refund'
      ? trx.insertInto('refunds').values({ id: newId('ref'), ...row })
      : trx.insertInto('disputes').values({ id: newId('dis'), ...row, ...detailColumns(movement.dispute ?? {}) })
  ).execute();
}

/** The form of a reason that is stored; another one is no code and might name a person. */
const reasonForm = /^[A-Za-z0-9._-]{1,40}$/;

function detailColumns({ reason, stage, evidenceDue }: DisputeDetails) {
  return {
    ...(reason !== undefined && reasonForm.test(reason) ? { reason } : {}),
    ...(stage === undefined ? {} : { stage }),
    ...(evidenceDue === undefined ? {} : { evidence_due: evidenceDue }),
  };
}

/** Stores what a gateway reports about a dispute that is recorded: another stage, a later deadline. */
export async function updateDisputeDetails(
  trx: Db,
  gateway: string,
  { id: movementId, dispute }: Pick<Movement, 'id' | 'dispute'>,
): Promise<void> {
  const columns = detailColumns(dispute ?? {});
  if (Object.keys(columns).length === 0) return;
  await trx
    .updateTable('disputes')
    .set(columns)
    .where('gateway', '=', gateway)
    .where('movement_id', '=', movementId)
    .execute();
}

/** Tasks of an attempt's disputes that counted as lost, by concession or by time, oldest first. */
export async function lostDisputes(
  trx: Db,
  attemptId: string,
): Promise<readonly { readonly id: string; readonly amount: bigint }[]> {
  return trx
    .selectFrom('reconciliation_exceptions as task')
    .innerJoin('disputes', (join) =>
      join.onRef('disputes.attempt_id', '=', 'task.attempt_id').onRef('disputes.movement_id', '=', 'task.movement_id'),
    )
    .select(['task.id', 'task.amount'])
    .where('task.attempt_id', '=', attemptId)
    .where('task.kind', '=', 'dispute')
    .where('disputes.outcome', 'in', ['lost', 'expired'])
    .orderBy('task.created_at')
    .orderBy('task.id')
    .execute();
}

/** Stores the outcome of the disputes behind these tasks (`reconciliation_exceptions` of the kind `dispute`). */
export async function setDisputeOutcome(
  trx: Db,
  taskIds: readonly string[],
  outcome: 'won' | 'lost' | 'expired',
  now: Date,
): Promise<void> {
  if (taskIds.length === 0) return;
  await trx
    .updateTable('disputes')
    .from('reconciliation_exceptions as task')
    .set({ outcome, decided_at: now })
    .where('task.id', 'in', taskIds)
    .whereRef('disputes.attempt_id', '=', 'task.attempt_id')
    .whereRef('disputes.movement_id', '=', 'task.movement_id')
    .execute();
}

/** A refund or a dispute of an order. `amount` in minor units of the order's currency. */
export interface ReturnedAmount {
  readonly attemptId: string;
  readonly amount: bigint;
  readonly occurredAt: Date;
}

/** The refunds of an order. */
export async function refundsOfOrder(db: Db, orderId: string): Promise<readonly ReturnedAmount[]> {
  return returnedAmounts(db, 'refunds', orderId);
}

/** The disputes of an order. */
export async function disputesOfOrder(db: Db, orderId: string): Promise<readonly ReturnedAmount[]> {
  return returnedAmounts(db, 'disputes', orderId);
}

function returnedAmounts(db: Db, table: 'refunds' | 'disputes', orderId: string): Promise<ReturnedAmount[]> {
  return db
    .selectFrom(table)
    .select(['attempt_id as attemptId', 'amount', 'occurred_at as occurredAt'])
    .where('order_id', '=', orderId)
    .execute();
}
