import { isCountry } from '#src/kernel/locale/markets.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { CustomersContext } from '../context.server.ts';
import { lastCoolingOffDay } from '../../catalog/terms/index.ts';
import { earnedPoints } from './points-value.ts';
import type { PointsProgramme } from './programme.port.ts';

/** Data: where the law gives no days to withdraw, points wait as long as where it does. */
const leastDays = 7;

/** Rows of one run. */
const most = 200;

/**
 * What purchases earn. Writes down what newly paid orders of members will earn, credits what is due, and takes back what
 * was credited for orders whose money went back. Every step is written before or after one idempotent call (the order's id
 * is the programme's reference), so that a run that dies is simply run again. Gives how many accounts were changed.
 */
export async function accruePoints(ctx: CustomersContext): Promise<number> {
  const programme = ctx.points;
  if (!programme) return 0;
  await recordNewAccruals(ctx, programme);
  return (await creditDue(ctx, programme)) + (await reverseAccruals(ctx, programme));
}

async function recordNewAccruals(ctx: CustomersContext, programme: PointsProgramme): Promise<void> {
  const now = ctx.clock.now();
  const orders = await ctx.db
    .selectFrom('order_memberships')
    .innerJoin('orders', 'orders.id', 'order_memberships.order_id')
    .leftJoin('points_accruals', 'points_accruals.order_id', 'orders.id')
    .select(['orders.id', 'orders.market', 'orders.paid_at', 'order_memberships.member_id'])
    .where('order_memberships.kind', '=', 'earn')
    .where('order_memberships.programme', '=', programme.id)
    .where('orders.state', '=', 'paid')
    .where('points_accruals.order_id', 'is', null)
    .limit(most)
    .execute();
  for (const { id, market, paid_at: paidAt, member_id: memberId } of orders) {
    if (paidAt === null || !isCountry(market)) continue;
    await ctx.db
      .insertInto('points_accruals')
      .values({
        order_id: id,
        programme: programme.id,
        member_id: memberId,
        state: 'waiting',
        due_at: accrualDueAt(paidAt, market),
        points: null,
        reference: null,
        created_at: now,
        credited_at: null,
        reversed_at: null,
      })
      .onConflict((conflict) => conflict.column('order_id').doNothing())
      .execute();
  }
}

/** The end of the last day in which the buyer may withdraw, in the market's zone. */
export function accrualDueAt(paidAt: Date, market: Country): Date {
  const lastDay = lastCoolingOffDay(paidAt, market) ?? addDays(marketDate(paidAt, market), leastDays);
  return endOfLocalDate(lastDay, marketZone(market));
}

async function creditDue(ctx: CustomersContext, programme: PointsProgramme): Promise<number> {
  const now = ctx.clock.now();
  const due = await ctx.db
    .selectFrom('points_accruals')
    .innerJoin('orders', 'orders.id', 'points_accruals.order_id')
    .innerJoin('quotes', 'quotes.id', 'orders.quote_id')
    .select([
      'orders.id',
      'orders.state',
      'orders.received',
      'orders.returned',
      'quotes.voucher',
      'points_accruals.member_id',
      'points_accruals.points',
    ])
    .where('points_accruals.state', '=', 'waiting')
    .where('points_accruals.programme', '=', programme.id)
    .where('points_accruals.due_at', '<', now)
    // Whom the programme refuses comes round again after everybody else.
    .orderBy('points_accruals.tries')
    .orderBy('points_accruals.due_at')
    .limit(most)
    .execute();
  if (due.length === 0) return 0;
  const terms = await programme.earning();
  if (!terms.ok) return 0;
  let changed = 0;
  for (const { id, state, received, returned, voucher, member_id: memberId, points: promised } of due) {
    const kept = state === 'paid' ? received - returned : 0n;
    // What was once asked for is asked for again, word for word: the first answer may have been lost.
    const points = promised === null ? earnedPoints(kept, terms.value, voucher !== null) : Number(promised);
    if (points === 0) {
      await ctx.db.updateTable('points_accruals').set({ state: 'not-due' }).where('order_id', '=', id).execute();
      continue;
    }
    await ctx.db
      .updateTable('points_accruals')
      .set((eb) => ({ points: BigInt(points), reference: id, tries: eb('tries', '+', 1) }))
      .where('order_id', '=', id)
      .execute();
    ctx.crashPoint('accrual-before-credit');
    const credited = await programme.credit({ reference: id, memberId, points });
    if (!credited.ok) {
      ctx.log.warn('points-not-credited', { orderId: id, reason: credited.error });
      continue;
    }
    ctx.crashPoint('accrual-after-credit');
    await ctx.db
      .updateTable('points_accruals')
      .set({ state: 'credited', credited_at: now, tries: 0 })
      .where('order_id', '=', id)
      .execute();
    changed += 1;
  }
  return changed;
}

/** All of it: the programme's contract knows no part of a purchase. */
async function reverseAccruals(ctx: CustomersContext, programme: PointsProgramme): Promise<number> {
  const reversed = await ctx.db
    .selectFrom('points_accruals')
    .innerJoin('orders', 'orders.id', 'points_accruals.order_id')
    .select('orders.id')
    .where('points_accruals.state', '=', 'credited')
    .where('points_accruals.programme', '=', programme.id)
    .where('orders.state', '=', 'refunded')
    // As with credits: whom the programme refuses comes round again after everybody else.
    .orderBy('points_accruals.tries')
    .orderBy('points_accruals.due_at')
    .limit(most)
    .execute();
  let changed = 0;
  for (const { id } of reversed) {
    await ctx.db
      .updateTable('points_accruals')
      .set((eb) => ({ tries: eb('tries', '+', 1) }))
      .where('order_id', '=', id)
      .execute();
    const back = await programme.takeBack(id);
    if (!back.ok) {
      ctx.log.warn('points-not-reversed', { orderId: id, reason: back.error });
      continue;
    }
    await ctx.db
      .updateTable('points_accruals')
      .set({ state: 'reversed', reversed_at: ctx.clock.now() })
      .where('order_id', '=', id)
      .execute();
    changed += 1;
  }
  return changed;
}
