import type { Currency } from '#src/kernel/money/money.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { orderById } from './order.repository.server.ts';
import type { AttemptView, OrderView } from './order.types.ts';

async function attemptsOf(db: Db, orderId: string): Promise<AttemptView[]> {
  const rows = await db
    .selectFrom('attempts')
    .select([
      'id',
      'rail',
      'method',
      'state',
      'amount',
      'currency',
      'installments',
      'kept',
      'instructions',
      'next_action',
      'decline_code',
      'expires_at',
      'created_at',
    ])
    .where('order_id', '=', orderId)
    .orderBy('number', 'desc')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    rail: row.rail,
    method: row.method,
    state: row.state,
    amount: row.amount,
    currency: row.currency as Currency,
    installments: row.installments,
    kept: row.kept,
    instructions: row.instructions,
    nextAction: row.next_action,
    declineCode: row.decline_code,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  }));
}

/** An order with its attempts, newest first; null when there is no such order. */
export async function orderView(ctx: DomainContext, orderId: string): Promise<OrderView | null> {
  const order = await orderById(ctx.db, orderId);
  return order ? { order, attempts: await attemptsOf(ctx.db, orderId) } : null;
}

/** The order that a session is about; null before the first try to pay. */
export async function orderOfSession(ctx: DomainContext, sessionId: string): Promise<OrderView | null> {
  const row = await ctx.db
    .selectFrom('checkout_sessions')
    .select('order_id')
    .where('id', '=', sessionId)
    .executeTakeFirst();
  return row?.order_id ? orderView(ctx, row.order_id) : null;
}
