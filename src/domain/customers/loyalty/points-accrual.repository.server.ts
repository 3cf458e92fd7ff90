import type { Db } from '../../base-context.server.ts';

/** A paid order of a member for which no accrual is recorded yet. */
export interface UnrecordedAccrual {
  readonly orderId: string;
  readonly market: string;
  readonly paidAt: Date | null;
  readonly memberId: string;
}

/** Paid orders of a programme's members without an accrual, `limit` at most, for which money was booked since an instant. */
export async function ordersWithoutAccrual(
  db: Db,
  programme: string,
  since: Date,
  limit: number,
): Promise<UnrecordedAccrual[]> {
  return db
    .selectFrom('order_memberships')
    .innerJoin('orders', 'orders.id', 'order_memberships.order_id')
    .leftJoin('points_accruals', 'points_accruals.order_id', 'orders.id')
    .select([
      'orders.id as orderId',
      'orders.market',
      'orders.paid_at as paidAt',
      'order_memberships.member_id as memberId',
    ])
    .where('order_memberships.kind', '=', 'earn')
    .where('order_memberships.programme', '=', programme)
    .where('orders.state', '=', 'paid')
    .where('orders.paid_at', 'is not', null)
    .where('points_accruals.order_id', 'is', null)
    .where('orders.id', 'in', (eb) =>
      eb.selectFrom('ledger_transfers').select('ledger_transfers.order_id').where('recorded_at', '>', since),
    )
    .limit(limit)
    .execute();
}

/** Records that an order will earn points from `dueAt` on; a second call changes nothing. */
export async function insertAccrual(
  db: Db,
  accrual: {
    readonly orderId: string;
    readonly programme: string;
    readonly memberId: string;
    readonly dueAt: Date;
    readonly now: Date;
  },
): Promise<void> {
  await db
    .insertInto('points_accruals')
    .values({
      order_id: accrual.orderId,
      programme: accrual.programme,
      member_id: accrual.memberId,
      state: 'waiting',
      due_at: accrual.dueAt,
      points: null,
      reference: null,
      created_at: accrual.now,
      credited_at: null,
      reversed_at: null,
    })
    .onConflict((conflict) => conflict.column('order_id').doNothing())
    .execute();
}

/** An accrual whose points are due, with the money of its order (minor units). */
export interface DueAccrual {
  readonly orderId: string;
  readonly state: string;
  readonly received: bigint;
  readonly returned: bigint;
  readonly voucher: string | null;
  readonly memberId: string;
  /** Points that were requested before, whatever became of the request; null for a first one. */
  readonly points: bigint | null;
}

/** Accruals to credit at an instant. One that the programme refused comes round again after all others. */
export async function dueAccruals(db: Db, programme: string, now: Date, limit: number): Promise<DueAccrual[]> {
  return db
    .selectFrom('points_accruals')
    .innerJoin('orders', 'orders.id', 'points_accruals.order_id')
    .innerJoin('quotes', 'quotes.id', 'orders.quote_id')
    .select([
      'orders.id as orderId',
      'orders.state',
      'orders.received',
      'orders.returned',
      'quotes.voucher',
      'points_accruals.member_id as memberId',
      'points_accruals.points',
    ])
    .where('points_accruals.state', '=', 'waiting')
    .where('points_accruals.programme', '=', programme)
    .where('points_accruals.due_at', '<', now)
    .orderBy('points_accruals.tries')
    .orderBy('points_accruals.due_at')
    .limit(limit)
    .execute();
}

/** Orders that were refunded after their points were credited, ordered as `dueAccruals`. */
export async function accrualsToReverse(db: Db, programme: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('points_accruals')
    .innerJoin('orders', 'orders.id', 'points_accruals.order_id')
    .select('orders.id')
    .where('points_accruals.state', '=', 'credited')
    .where('points_accruals.programme', '=', programme)
    .where('orders.state', '=', 'refunded')
    .orderBy('points_accruals.tries')
    .orderBy('points_accruals.due_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Notes that an order earns nothing. */
export async function markAccrualNotDue(db: Db, orderId: string): Promise<void> {
  await db.updateTable('points_accruals').set({ state: 'not-due' }).where('order_id', '=', orderId).execute();
}

/** Notes, before the programme is called, how many points it is asked to credit. */
export async function markCreditRequested(db: Db, orderId: string, points: bigint): Promise<void> {
  await db
    .updateTable('points_accruals')
    .set((eb) => ({ points, reference: orderId, tries: eb('tries', '+', 1) }))
    .where('order_id', '=', orderId)
    .execute();
}

/** Notes that the programme credited an order's points. */
export async function markAccrualCredited(db: Db, orderId: string, now: Date): Promise<void> {
  await db
    .updateTable('points_accruals')
    .set({ state: 'credited', credited_at: now, tries: 0 })
    .where('order_id', '=', orderId)
    .execute();
}

/** Notes, before the programme is called, that another reversal is requested. */
export async function countAccrualTry(db: Db, orderId: string): Promise<void> {
  await db
    .updateTable('points_accruals')
    .set((eb) => ({ tries: eb('tries', '+', 1) }))
    .where('order_id', '=', orderId)
    .execute();
}

/** Notes that the programme took an order's points back. */
export async function markAccrualReversed(db: Db, orderId: string, now: Date): Promise<void> {
  await db
    .updateTable('points_accruals')
    .set({ state: 'reversed', reversed_at: now })
    .where('order_id', '=', orderId)
    .execute();
}

/** Erases whose points orders earned; what was not credited yet is not due any more. */
export async function eraseAccruals(db: Db, orderIds: readonly string[]): Promise<void> {
  await db
    .updateTable('points_accruals')
    .set({ state: 'not-due' })
    .where('order_id', 'in', orderIds)
    .where('state', '=', 'waiting')
    .execute();
  await db.updateTable('points_accruals').set({ member_id: '' }).where('order_id', 'in', orderIds).execute();
}

/** Where the points that an order earns stand; null when it earns none. */
export async function accrualStateOf(
  db: Db,
  orderId: string,
): Promise<'waiting' | 'credited' | 'not-due' | 'reversed' | null> {
  const row = await db.selectFrom('points_accruals').select('state').where('order_id', '=', orderId).executeTakeFirst();
  return row?.state ?? null;
}
