import { sql } from 'kysely';
import { checkVoucher, type Plan, type Voucher, voucherKey, type VoucherRefusal } from '../products/index.ts';
import type { Db } from '../../base-context.server.ts';
import type { CatalogContext } from '../context.server.ts';
import { err, ok, type Result } from '#src/kernel/result/result.ts';

/**
 * Whether a voucher is used up for all orders but the one that holds a use of it. Only a hint for the page: the
 * reservation decides.
 */
async function isUsedUp(db: Db, brand: string, voucher: Voucher, orderId: string | null): Promise<boolean> {
  if (voucher.limit === null) return false;
  const code = voucherKey(voucher.code);
  const row = await db
    .selectFrom('vouchers')
    .select('used')
    .where('brand', '=', brand)
    .where('code', '=', code)
    .executeTakeFirst();
  if ((row?.used ?? 0n) < BigInt(voucher.limit)) return false;
  return orderId === null || !(await hasVoucher(db, orderId, code));
}

/** The order that a use of a voucher belongs to. */
interface OrderWithVoucher {
  readonly id: string;
  readonly brand: string;
  readonly variant: string | null;
}

export type VoucherFailure = VoucherRefusal | 'voucher-unknown' | 'voucher-used-up';

/** Finds a voucher by the code the buyer gave and checks that it is valid for this plan, now. `orderId`: the session's order. */
export async function findVoucher(
  ctx: CatalogContext,
  db: Db,
  from: {
    brand: string;
    variant: string | null;
    code: string;
    productCode: string;
    plan: Plan;
    orderId: string | null;
  },
): Promise<Result<Voucher, VoucherFailure>> {
  const voucher = ctx.catalog.voucher(from.brand, from.variant, from.code);
  if (!voucher) return err('voucher-unknown');
  const checked = checkVoucher(voucher, from.productCode, from.plan, ctx.clock.now());
  if (!checked.ok) return checked;
  return (await isUsedUp(db, from.brand, voucher, from.orderId)) ? err('voucher-used-up') : ok(voucher);
}

/**
 * Reserves one use of an order's voucher, before any gateway is called. The row's own lock makes the last use exact:
 * false when none is left. Called once per order, in the transaction that writes it.
 */
export async function reserveVoucher(
  ctx: CatalogContext,
  trx: Db,
  order: OrderWithVoucher,
  code: string | null,
  now: Date,
): Promise<boolean> {
  if (code === null) return true;
  const voucher = ctx.catalog.voucher(order.brand, order.variant, code);
  if (!voucher) return false;
  if (voucher.limit !== null) {
    const limit = BigInt(voucher.limit);
    const taken = await trx
      .insertInto('vouchers')
      .values({ brand: order.brand, code: voucherKey(voucher.code), used: 1n })
      .onConflict((conflict) =>
        conflict
          .columns(['brand', 'code'])
          .doUpdateSet({ used: sql<bigint>`vouchers.used + 1` })
          .where('vouchers.used', '<', limit),
      )
      .returning('used')
      .executeTakeFirst();
    if (!taken || taken.used > limit) return false;
  }
  await trx
    .insertInto('voucher_uses')
    .values({ order_id: order.id, brand: order.brand, code: voucherKey(voucher.code), at: now, released_at: null })
    .execute();
  return true;
}

/** Releases the use of an order that is closed without money. A second call changes nothing. */
export async function releaseVoucher(trx: Db, orderId: string, now: Date): Promise<void> {
  const use = await trx
    .updateTable('voucher_uses')
    .set({ released_at: now })
    .where('order_id', '=', orderId)
    .where('released_at', 'is', null)
    .returning(['brand', 'code'])
    .executeTakeFirst();
  if (!use) return;
  await trx
    .updateTable('vouchers')
    .set({ used: sql<bigint>`used - 1` })
    .where('brand', '=', use.brand)
    .where('code', '=', use.code)
    .where('used', '>', 0n)
    .execute();
}

/**
 * Reserves the use of a closed order again, because money came for it after all. The successor's use of the same voucher
 * passes to it. False, with nothing changed, when other orders have used the voucher up meanwhile.
 */
export async function reserveVoucherAgain(
  ctx: CatalogContext,
  trx: Db,
  order: OrderWithVoucher,
  successor: Pick<OrderWithVoucher, 'id'> | null,
): Promise<boolean> {
  const use = await trx
    .selectFrom('voucher_uses')
    .select(['code', 'released_at'])
    .where('order_id', '=', order.id)
    .executeTakeFirst();
  if (!use || use.released_at === null) return true;
  const row = await trx
    .selectFrom('vouchers')
    .select('used')
    .where('brand', '=', order.brand)
    .where('code', '=', use.code)
    .forUpdate()
    .executeTakeFirst();
  const limit = ctx.catalog.voucher(order.brand, order.variant, use.code)?.limit ?? null;
  const passedOn = successor ? await hasVoucher(trx, successor.id, use.code) : false;
  const used = (row?.used ?? 0n) - (passedOn ? 1n : 0n);
  if (limit !== null && used >= BigInt(limit)) return false;
  if (successor) await releaseVoucher(trx, successor.id, ctx.clock.now());
  await trx.updateTable('voucher_uses').set({ released_at: null }).where('order_id', '=', order.id).execute();
  await trx
    .updateTable('vouchers')
    .set({ used: sql<bigint>`used + 1` })
    .where('brand', '=', order.brand)
    .where('code', '=', use.code)
    .execute();
  return true;
}

async function hasVoucher(db: Db, orderId: string, code: string): Promise<boolean> {
  const use = await db
    .selectFrom('voucher_uses')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('code', '=', code)
    .where('released_at', 'is', null)
    .executeTakeFirst();
  return use !== undefined;
}
