import type { ExpressionBuilder, ExpressionWrapper, Selectable, SqlBool } from 'kysely';
import type { Database } from '../database/index.server.ts';
import type { Db } from '../base-context.server.ts';
import type { OrdersContext } from './context.server.ts';
import { toOrder } from './order.repository.server.ts';
import type { AttemptView, OrderView } from './order.types.ts';
import { sortByUrgency, type SplitAttempt, toSplitView } from './split-view.ts';

type Attempts = Database['attempts'];

/** An attempt's columns under names that do not meet those of its order. */
const attemptColumns = [
  'attempts.id as attempt_id',
  'attempts.rail',
  'attempts.gateway',
  'attempts.method',
  'attempts.state as attempt_state',
  'attempts.amount',
  'attempts.currency as attempt_currency',
  'attempts.installments',
  'attempts.kept',
  'attempts.instructions',
  'attempts.next_action',
  'attempts.decline_code',
  'attempts.expires_at',
  'attempts.created_at as attempt_created_at',
  'attempts.number as attempt_number',
  'attempts.part',
  'attempts.superseded',
  'attempts.sealed_request',
  'attempts.deadline_at',
  'attempts.tender_id',
  'tenders.principal',
] as const;

type AttemptColumns = Pick<
  Selectable<Attempts>,
  | 'rail'
  | 'gateway'
  | 'method'
  | 'amount'
  | 'installments'
  | 'kept'
  | 'instructions'
  | 'next_action'
  | 'decline_code'
  | 'expires_at'
  | 'part'
  | 'superseded'
  | 'sealed_request'
  | 'deadline_at'
  | 'tender_id'
> & {
  readonly attempt_number: number;
  readonly principal: bigint;
  readonly attempt_id: string;
  readonly attempt_state: Selectable<Attempts>['state'];
  readonly attempt_currency: Selectable<Attempts>['currency'];
  readonly attempt_created_at: Date;
};

function toAttempt(row: AttemptColumns): AttemptView {
  return {
    id: row.attempt_id,
    rail: row.rail,
    gateway: row.gateway,
    method: row.method,
    state: row.attempt_state,
    amount: row.amount,
    currency: row.attempt_currency,
    installments: row.installments,
    kept: row.kept,
    instructions: row.instructions,
    nextAction: row.next_action,
    declineCode: row.decline_code,
    expiresAt: row.expires_at,
    createdAt: row.attempt_created_at,
  };
}

function toPart(row: AttemptColumns): SplitAttempt {
  return {
    view: toAttempt(row),
    number: row.attempt_number,
    part: row.part,
    tenderId: row.tender_id,
    principal: row.principal,
    superseded: row.superseded,
    pending: row.sealed_request !== null,
    deadlineAt: row.deadline_at,
  };
}

type OrderFilter = (eb: ExpressionBuilder<Database, 'orders'>) => ExpressionWrapper<Database, 'orders', SqlBool>;

/** Order and attempts in one round trip: every page and every step of a payment asks for them. */
async function readView(db: Db, now: Date, which: OrderFilter): Promise<OrderView | null> {
  const rows = await db
    .selectFrom('orders')
    .leftJoin('attempts', 'attempts.order_id', 'orders.id')
    .leftJoin('tenders', 'tenders.id', 'attempts.tender_id')
    .selectAll('orders')
    .select(attemptColumns)
    .where(which)
    .orderBy('attempts.number', 'desc')
    .execute();
  const [first] = rows;
  if (!first) return null;
  const order = toOrder(first);
  const parts = rows.flatMap((row) => (row.attempt_id === null ? [] : [toPart(row as AttemptColumns)]));
  const split = toSplitView(order, parts, now);
  return { order, attempts: sortByUrgency(order, parts), ...(split ? { split } : {}) };
}

/** An order with its attempts; null when there is no such order. `db`: the transaction that asks, if one does. */
export async function orderView(ctx: OrdersContext, orderId: string, db: Db = ctx.db): Promise<OrderView | null> {
  return readView(db, ctx.clock.now(), (eb) => eb('orders.id', '=', orderId));
}

/** The order that a session is about; null before the first try to pay. */
export async function orderOfSession(ctx: OrdersContext, sessionId: string): Promise<OrderView | null> {
  return readView(ctx.db, ctx.clock.now(), (eb) =>
    eb(
      'orders.id',
      '=',
      eb.selectFrom('checkout_sessions').select('order_id').where('checkout_sessions.id', '=', sessionId),
    ),
  );
}
