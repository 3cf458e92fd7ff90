import { type Selectable, sql } from 'kysely';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import type { Database } from '../../database/index.server.ts';
import { plannedRefundAmount } from '../booking/write-refund.server.ts';

/** A refund above the limit of one operator. */
export interface PendingRefund {
  /** The id that the refund has once it is approved. */
  readonly id: string;
  readonly orderId: string;
  /** The requested amount, minor units. */
  readonly amount: bigint;
  /** The amount that an approval now would refund, minor units: with late fees where all that is left is refunded. */
  readonly plannedAmount: bigint;
  readonly currency: Currency;
  readonly reason: string;
  readonly state: 'waiting' | 'confirmed' | 'turned-down' | 'expired';
  readonly askedBy: string;
  readonly askedAt: Date;
  readonly expiresAt: Date;
  readonly decidedBy: string | null;
  readonly decidedAt: Date | null;
}

/** Maps a row. A pending refund expires by its time alone, without a job. */
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
    ...{ askedBy: row.requested_by, askedAt: row.requested_at, expiresAt: row.expires_at },
    ...{ decidedBy: row.decided_by, decidedAt: row.decided_at },
  };
}

/** A pending refund, in whatever state. */
export async function pendingRefundById(db: Db, id: string, now: Date): Promise<PendingRefund | null> {
  const row = await db.selectFrom('pending_refunds').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? toPendingRefund(db, row, now) : null;
}

/** Inserts a refund that waits for approval. The caller holds the order's lock. */
export async function insertPendingRefund(
  trx: Db,
  one: Omit<PendingRefund, 'plannedAmount' | 'state' | 'decidedBy' | 'decidedAt'> & {
    readonly askedByAccount: string | null;
  },
): Promise<void> {
  await trx
    .insertInto('pending_refunds')
    .values({
      ...{ id: one.id, order_id: one.orderId, amount: one.amount, currency: one.currency, reason: one.reason },
      ...{
        state: 'waiting',
        requested_by: one.askedBy,
        requested_account: one.askedByAccount,
        requested_at: one.askedAt,
        expires_at: one.expiresAt,
      },
    })
    .execute();
}

/** Stores the decision on a pending refund. The caller holds the order's lock. */
export async function writeDecision(
  trx: Db,
  id: string,
  decision: {
    readonly state: 'confirmed' | 'turned-down';
    readonly by: string;
    /** The account behind the name; null for a token of nobody. */
    readonly account: string | null;
    readonly at: Date;
  },
): Promise<void> {
  const { state, by, account, at } = decision;
  await trx
    .updateTable('pending_refunds')
    .set({ state, decided_by: by, decided_account: account, decided_at: at })
    .where('id', '=', id)
    .execute();
}

/** Replaces the reasons that operators wrote for refunds of these orders. */
export async function erasePendingRefundReasons(db: Db, orderIds: readonly string[], mark: string): Promise<void> {
  await db.updateTable('pending_refunds').set({ reason: mark }).where('order_id', 'in', orderIds).execute();
}

/** The longest list. */
const most = 200;

/** The brand of a pending refund's order, in whatever state; null when there is none of that id. */
export async function brandOfPendingRefund({ db }: Pick<PaymentsContext, 'db'>, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('pending_refunds')
    .innerJoin('orders', 'orders.id', 'pending_refunds.order_id')
    .select('orders.brand')
    .where('pending_refunds.id', '=', id)
    .executeTakeFirst();
  return row?.brand ?? null;
}

/**
 * Refunds of some brands (null: of all), oldest first: those that wait for approval, or with `endedSince` those that were decided,
 * or expired without a decision, from then on.
 */
export async function pendingRefunds(
  ctx: Pick<PaymentsContext, 'db' | 'clock'>,
  brands: readonly string[] | null = null,
  endedSince: Date | null = null,
): Promise<readonly PendingRefund[]> {
  if (brands?.length === 0) return [];
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
    .where(
      endedSince === null
        ? sql<boolean>`state = 'waiting' and expires_at > ${now}`
        : sql<boolean>`(decided_at >= ${endedSince} or (state = 'waiting' and expires_at between ${endedSince} and ${now}))`,
    )
    .orderBy('requested_at')
    .limit(most)
    .execute();
  const shown: PendingRefund[] = [];
  // One after the other, so that a list takes one connection of the pool.
  for (const row of rows) shown.push(await toPendingRefund(ctx.db, row, now));
  return shown;
}
