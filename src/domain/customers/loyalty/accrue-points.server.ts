import { isCountry } from '#src/kernel/locale/markets.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import type { CustomersContext } from '../context.server.ts';
import { lastCoolingOffDay } from '../../catalog/terms/index.ts';
import {
  accrualsToReverse,
  countAccrualTry,
  dueAccruals,
  insertAccrual,
  markAccrualCredited,
  markAccrualNotDue,
  markAccrualReversed,
  markCreditRequested,
  ordersWithoutAccrual,
} from './points-accrual.repository.server.ts';
import { earnedPoints } from './points-value.ts';
import type { PointsProgramme } from './programme.port.ts';

/** Days that points wait where the law gives no cooling-off: as long as where it does. */
const leastDays = 7;

/** Rows of one run. */
const most = 200;

/**
 * Records what newly paid orders of members will earn, credits what is due, and reverses what was credited for refunded
 * orders. Every step is written before or after one idempotent call (the order's id is the programme's reference), so that a
 * run that dies is simply run again. Gives how many accounts were changed.
 */
export async function accruePoints(ctx: CustomersContext): Promise<number> {
  const programme = ctx.points;
  if (!programme) return 0;
  await recordNewAccruals(ctx, programme);
  return (await creditDue(ctx, programme)) + (await reverseAccruals(ctx, programme));
}

async function recordNewAccruals(ctx: CustomersContext, programme: PointsProgramme): Promise<void> {
  for (const { orderId, market, paidAt, memberId } of await ordersWithoutAccrual(ctx.db, programme.id, most))
    if (paidAt !== null && isCountry(market))
      await insertAccrual(ctx.db, {
        orderId,
        programme: programme.id,
        memberId,
        dueAt: accrualDueAt(paidAt, market),
        now: ctx.clock.now(),
      });
}

/** The end of the last day in which the buyer may return the purchase, in the market's zone. */
export function accrualDueAt(paidAt: Date, market: Country): Date {
  const lastDay = lastCoolingOffDay(paidAt, market) ?? addDays(marketDate(paidAt, market), leastDays);
  return endOfLocalDate(lastDay, marketZone(market));
}

async function creditDue(ctx: CustomersContext, programme: PointsProgramme): Promise<number> {
  const now = ctx.clock.now();
  const due = await dueAccruals(ctx.db, programme.id, now, most);
  if (due.length === 0) return 0;
  const terms = await programme.earning();
  if (!terms.ok) return 0;
  let changed = 0;
  for (const { orderId, state, received, returned, voucher, memberId, points: requested } of due) {
    const kept = state === 'paid' ? received - returned : 0n;
    // The number that was requested before is requested again: the first answer may have been lost.
    const points = requested === null ? earnedPoints(kept, terms.value, voucher !== null) : Number(requested);
    if (points === 0) {
      await markAccrualNotDue(ctx.db, orderId);
      continue;
    }
    await markCreditRequested(ctx.db, orderId, BigInt(points));
    ctx.crashPoint('accrual-before-credit');
    const credited = await programme.credit({ reference: orderId, memberId, points });
    if (!credited.ok) {
      ctx.log.warn('points-not-credited', { orderId, reason: credited.error });
      continue;
    }
    ctx.crashPoint('accrual-after-credit');
    await markAccrualCredited(ctx.db, orderId, now);
    changed += 1;
  }
  return changed;
}

/** Reverses the whole accrual: the programme's contract knows no part of a purchase. */
async function reverseAccruals(ctx: CustomersContext, programme: PointsProgramme): Promise<number> {
  let changed = 0;
  for (const orderId of await accrualsToReverse(ctx.db, programme.id, most)) {
    await countAccrualTry(ctx.db, orderId);
    const reversed = await programme.takeBack(orderId);
    if (!reversed.ok) {
      ctx.log.warn('points-not-reversed', { orderId, reason: reversed.error });
      continue;
    }
    await markAccrualReversed(ctx.db, orderId, ctx.clock.now());
    changed += 1;
  }
  return changed;
}
