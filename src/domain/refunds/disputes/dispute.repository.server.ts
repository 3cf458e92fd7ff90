import { type ExpressionBuilder, sql } from 'kysely';
import type { Db } from '../../base-context.server.ts';
import type { Database } from '../../database/index.server.ts';
import type { StaffScope } from '../../staff/index.ts';
import { categoryOf } from './dispute-reason.ts';
import type { DisputeView } from './dispute.types.ts';

/** The longest list. */
const most = 200;

function disputes(db: Db) {
  return db
    .selectFrom('disputes as dispute')
    .innerJoin('orders', 'orders.id', 'dispute.order_id')
    .innerJoin('attempts', 'attempts.id', 'dispute.attempt_id')
    .leftJoin('reconciliation_exceptions as task', (join) =>
      join
        .onRef('task.attempt_id', '=', 'dispute.attempt_id')
        .onRef('task.movement_id', '=', 'dispute.movement_id')
        .on('task.kind', '=', 'dispute'),
    )
    .selectAll('dispute')
    .select(['orders.reference', 'orders.brand', 'orders.seller', 'attempts.method', 'task.id as task_id'])
    .select([
      sql<string | null>`attempts.kept ->> 'brand'`.as('scheme'),
      sql<string | null>`attempts.kept ->> 'last4'`.as('last4'),
    ])
    .select((eb) =>
      eb
        .selectFrom('dispute_responses as response')
        .select((of) => of.fn.max('response.at').as('at'))
        .whereRef('response.dispute_id', '=', 'dispute.id')
        .where('response.kind', '=', 'evidence')
        .as('responded_at'),
    );
}

type Row = Awaited<ReturnType<ReturnType<typeof disputes>['execute']>>[number];

function viewOf(row: Row): DisputeView {
  return {
    ...{ id: row.id, orderId: row.order_id, orderReference: row.reference, brand: row.brand, seller: row.seller },
    ...{ attemptId: row.attempt_id, method: row.method, gateway: row.gateway, movementId: row.movement_id },
    ...{ scheme: row.scheme, last4: row.last4, amount: row.amount, currency: row.currency },
    ...{ reason: row.reason, category: categoryOf(row.reason), stage: row.stage, occurredAt: row.occurred_at },
    ...{ evidenceDue: row.evidence_due, outcome: row.outcome, decidedAt: row.decided_at },
    ...{ taskId: row.task_id, respondedAt: row.responded_at },
  };
}

type Joined = Database & { dispute: Database['disputes']; task: Database['reconciliation_exceptions'] };

/** The part of a statement that leaves out what a person may not see. Units have no disputes: they take cash. */
function inScope(eb: ExpressionBuilder<Joined, 'orders'>, scope: StaffScope) {
  if (scope.kind !== 'some') return eb.val(scope.kind === 'all');
  const sellers = scope.sellers.map(({ brand, seller }) =>
    eb.and([eb('orders.brand', '=', brand), eb('orders.seller', '=', seller)]),
  );
  return eb.or([sql<boolean>`orders.brand = any(${scope.brands}::text[])`, ...sellers]);
}

/**
 * Disputes in scope, at most 200. Open ones: by deadline, those without one last, oldest first. Decided ones: the last decided
 * first, before the instant `decidedBefore`.
 */
export async function disputesInScope(
  db: Db,
  scope: StaffScope,
  list: { readonly isOpen: boolean; readonly decidedBefore?: Date },
): Promise<readonly DisputeView[]> {
  let query = disputes(db)
    .where((eb) => inScope(eb, scope))
    .where('dispute.outcome', list.isOpen ? 'is' : 'is not', null)
    .limit(most);
  if (list.decidedBefore) query = query.where('dispute.decided_at', '<', list.decidedBefore);
  query = list.isOpen
    ? query
        .orderBy('dispute.evidence_due', (order) => order.asc().nullsLast())
        .orderBy('dispute.occurred_at')
        .orderBy('dispute.id')
    : query.orderBy('dispute.decided_at', 'desc').orderBy('dispute.id');
  return (await query.execute()).map(viewOf);
}

/** A dispute; null when there is none of that id. */
export async function disputeById(db: Db, id: string): Promise<DisputeView | null> {
  const row = await disputes(db).where('dispute.id', '=', id).executeTakeFirst();
  return row ? viewOf(row) : null;
}

/** Open disputes to which nobody has responded at their stage, by the time until their deadline. */
export interface DisputeDeadlines {
  readonly overdue: number;
  readonly within48Hours: number;
  readonly later: number;
  /** The gateway told no deadline. */
  readonly untold: number;
}

/** Counts the open disputes that nobody has responded to, by index. */
export async function disputeDeadlines(db: Db, now: Date): Promise<DisputeDeadlines> {
  const soon = new Date(now.getTime() + 48 * 3_600_000);
  const { rows } = await sql<DisputeDeadlines>`
    select count(*) filter (where evidence_due < ${now})::int as overdue,
      count(*) filter (where evidence_due >= ${now} and evidence_due < ${soon})::int as "within48Hours",
      count(*) filter (where evidence_due >= ${soon})::int as later,
      count(*) filter (where evidence_due is null)::int as untold
    from disputes as dispute
    where outcome is null and not exists (
      select from dispute_responses as response
      where response.dispute_id = dispute.id and response.stage = dispute.stage
    )
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('An aggregate without a row');
  return row;
}
