import { type Selectable, sql } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { plannedRefundAmount } from '../booking/write-refund.server.ts';

/** Money that one of the staff wants to send back above what one person may. */
export interface PendingRefund {
  /** The name that the refund has once it was agreed to. */
  readonly id: string;
  readonly orderId: string;
  /** What was asked for, minor units. */
  readonly amount: bigint;
  /** What would go back with a yes now, minor units: late fees too where it is all that is left. */
  readonly plannedAmount: bigint;
  readonly currency: Currency;
  readonly reason: string;
  readonly state: 'waiting' | 'confirmed' | 'turned-down' | 'expired';
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
}

/** Time ends it, no job: nobody has to be awake for it. */
async function toPendingRefund(
  db: Db,
  row: Selectable<Database['pending_refunds']>,
  now: Date,
): Promise<PendingRefund> {
  const { order_id: orderId, amount } = row;
  const state = row.state === 'waiting' && row.expires_at <= now ? 'expired' : row.state;
  const plannedAmount = state === 'waiting' ? await plannedRefundAmount(db, orderId, amount) : null;
  return {
    ...{ id: row.id, orderId, amount, plannedAmount: plannedAmount ?? amount, reason: row.reason, state },
    currency: row.currency,
    ...{ askedBy: row.requested_by, askedAt: row.requested_at, expiresAt: row.expires_at, decidedBy: row.decided_by },
  };
}

export async function pendingRefundById(db: Db, id: string, now: Date): Promise<PendingRefund | null> {
  const row = await db.selectFrom('pending_refunds').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toPendingRefund(db, row, now) : null;
}

/** The caller holds the order's lock. */
export async function insertPendingRefund(
  trx: Db,
  one: Omit<PendingRefund, 'plannedAmount' | 'state' | 'decidedBy'>,
): Promise<void> {
  await trx
    .insertInto('pending_refunds')
    .values({
      ...{ id: one.id, order_id: one.orderId, amount: one.amount, currency: one.currency, reason: one.reason },
      ...{ state: 'waiting', requested_by: one.askedBy, requested_at: one.askedAt, expires_at: one.expiresAt },
    })
    .execute();
}

/** The caller holds the order's lock. */
export async function writeDecision(
  trx: Db,
  id: string,
  { state, by, at }: { readonly state: 'confirmed' | 'turned-down'; readonly by: string; readonly at: Date },
): Promise<void> {
  await trx
    .updateTable('pending_refunds')
    .set({ state, decided_by: by, decided_at: at })
    .where('id', '=', id)
    .execute();
}

/** Replaces the reasons that operators wrote for refunds of these orders. */
export async function erasePendingRefundReasons(db: Db, orderIds: readonly string[], mark: string): Promise<void> {
  await db.updateTable('pending_refunds').set({ reason: mark }).where('order_id', 'in', orderIds).execute();
}

/** Most that a list tells at once. */
const most = 200;

/** The brand of the order that a refund is of, whatever became of it; null: nobody asked for it. */
export async function brandOfPendingRefund({ db }: Pick<PaymentsContext, 'db'>, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('pending_refunds')
    .innerJoin('orders', 'orders.id', 'pending_refunds.order_id')
    .select('orders.brand')
    .where('pending_refunds.id', '=', id)
    .executeTakeFirst();
  return row?.brand ?? null;
}

/** What waits for somebody's yes now in some brands (null: in all), oldest first. */
export async function pendingRefunds(
  ctx: Pick<PaymentsContext, 'db' | 'clock'>,
  brands: readonly string[] | null = null,
): Promise<readonly PendingRefund[]> {
  const now = ctx.clock.now();
  const rows = await ctx.db
    .selectFrom('pending_refunds')
    .selectAll()
    .$if(brands !== null, (rest) =>
      rest.where('order_id', 'in', (eb) =>
        eb
          .selectFrom('orders')
          .select('orders.id')
          .whereRef('orders.id', '=', 'pending_refunds.order_id')
          .where('orders.brand', 'in', brands ?? []),
      ),
    )
    .where('state', '=', sql.lit('waiting'))
    .where('expires_at', '>', now)
    .orderBy('requested_at')
    .limit(most)
    .execute();
  const shown: PendingRefund[] = [];
  // One after the other: a list of staff's takes one connection, not all.
  for (const row of rows) shown.push(await toPendingRefund(ctx.db, row, now));
  return shown;
}
