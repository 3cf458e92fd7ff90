import { sql } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import { type ExceptionTask, exceptionTasks } from './exception-tasks.ts';

/** An open task. The amount is in minor units. */
export interface ReconciliationException {
  readonly id: string;
  readonly task: ExceptionTask;
  readonly brand: string;
  readonly orderId: string;
  readonly orderNumber: bigint;
  readonly attemptId: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly createdAt: Date;
  readonly assignedTo: string | null;
  readonly assignedAt: Date | null;
}

interface TaskRow {
  readonly id: string;
  readonly task: ExceptionTask;
  readonly brand: string;
  readonly order_id: string;
  readonly number: bigint;
  readonly attempt_id: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly created_at: Date;
  readonly assigned_to: string | null;
  readonly assigned_at: Date | null;
}

/** `give-back` is a job's until it is handed over. */
const openTasks = sql`
  select b.id, b.task, b.order_id, b.attempt_id, b.amount, b.currency, b.created_at, b.assigned_to, b.assigned_at
  from reconciliation_exceptions b where b.state <> 'resolved' and b.task <> 'give-back'
  union all
  select p.id, 'pay-out-refund', p.order_id, p.attempt_id, p.amount, a.currency, p.requested_at, p.assigned_to, p.assigned_at
  from refund_parts p join attempts a on a.id = p.attempt_id where p.state = 'by-hand'`;

/** The longest list. */
const most = 200;

export interface ExceptionFilter {
  readonly task?: ExceptionTask;
  readonly brand?: string;
  /** Brands that the caller may see; null: all. */
  readonly brands?: readonly string[] | null;
}

/** Open tasks, oldest first, at most 200. */
export async function openReconciliationExceptions(
  db: Db,
  filter: ExceptionFilter = {},
): Promise<readonly ReconciliationException[]> {
  const { task = null, brand = null, brands = null } = filter;
  const { rows } = await sql<TaskRow>`
    select t.*, o.brand, o.number from (${openTasks}) t join orders o on o.id = t.order_id
    where (${task}::text is null or t.task = ${task}) and (${brand}::text is null or o.brand = ${brand})
      and (${brands}::text[] is null or o.brand = any(${brands}))
    order by t.created_at, t.id limit ${most}`.execute(db);
  return rows.map((row) => ({
    ...{ id: row.id, task: row.task, brand: row.brand, orderId: row.order_id, orderNumber: row.number },
    ...{ attemptId: row.attempt_id, amount: row.amount, currency: row.currency, createdAt: row.created_at },
    ...{ assignedTo: row.assigned_to, assignedAt: row.assigned_at },
  }));
}

/** An exception and whether it is open. */
export interface ExceptionStatus {
  readonly id: string;
  readonly task: ExceptionTask;
  readonly brand: string;
  readonly orderId: string;
  readonly isOpen: boolean;
  readonly reference: string | null;
}

/** The status of an exception; null when there is none that a person resolves. */
export async function exceptionStatus(db: Db, id: string): Promise<ExceptionStatus | null> {
  const row = await db
    .selectFrom('reconciliation_exceptions')
    .innerJoin('orders', 'orders.id', 'reconciliation_exceptions.order_id')
    .selectAll('reconciliation_exceptions')
    .select('orders.brand')
    .where('reconciliation_exceptions.id', '=', id)
    .executeTakeFirst();
  if (row) {
    const task = exceptionTasks.find((kind) => kind === row.task);
    const { order_id: orderId, reference, brand } = row;
    return task === undefined ? null : { id, task, brand, orderId, isOpen: row.state === 'open', reference };
  }
  const part = await db
    .selectFrom('refund_parts')
    .innerJoin('orders', 'orders.id', 'refund_parts.order_id')
    .selectAll('refund_parts')
    .select('orders.brand')
    .where('refund_parts.id', '=', id)
    .executeTakeFirst();
  if (part?.state !== 'by-hand' && part?.state !== 'done') return null;
  const { order_id: orderId, movement_id: reference, brand } = part;
  return { id, task: 'pay-out-refund', brand, orderId, isOpen: part.state === 'by-hand', reference };
}
