import { isCountry } from '#src/kernel/locale/markets.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import { addDays } from '#src/kernel/time/local-date.ts';
import { endOfLocalDate, marketDate, marketZone } from '#src/kernel/time/zones.ts';
import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { CustomersContext } from '../context.server.ts';
import { lockSweepMark, moveSweepMark } from '../../database/sweeps/index.server.ts';
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

/** Rows of one batch. */
const most = 200;
/** Batches of one run that record, credit or reverse; the next run does the others. */
const mostBatches = 50;
/** Money that was booked so long before the last run is looked at once more: its transaction may have ended after it. */
const overlapMs = 86_400_000;
const sweepName = 'points-accruals';

/**
 * Records what newly paid orders of members will earn, credits what is due, and reverses what was credited for refunded
 * orders. Every step is written before or after one idempotent call (the order's id is the programme's reference), so that a
 * run that dies is simply run again. Gives how many accounts were changed.
 */
export async function accruePoints(ctx: CustomersContext, isStopping = () => false): Promise<number> {
  const programme = ctx.points;
  if (!programme) return 0;
  await recordNewAccruals(ctx, programme, isStopping);
  // A batch that was not changed whole met a refusal: the same rows would come again.
  const all = async (step: typeof creditDue): Promise<number> => {
    let changed = 0;
    for (let batch = 0; batch < mostBatches && !isStopping(); batch += 1) {
      const count = await step(ctx, programme);
      changed += count;
      if (count < most) break;
    }
    return changed;
  };
  return (await all(creditDue)) + (await all(reverseAccruals));
}

/** Orders whose money was booked since the last run: a member's order earns nothing before it was paid. */
async function recordNewAccruals(
  ctx: CustomersContext,
  programme: PointsProgramme,
  isStopping: () => boolean,
): Promise<void> {
  const sweep = `${sweepName}/${programme.id}`;
  await transaction(ctx.db, async (trx) => {
    const now = ctx.clock.now();
    const { through } = await lockSweepMark(trx, sweep);
    // The sandbox's clock goes back when it starts anew.
    const since = new Date(Math.min(through.getTime(), now.getTime()) - overlapMs);
    for (let batch = 0; batch < mostBatches && !isStopping(); batch += 1) {
      const found = await ordersWithoutAccrual(trx, programme.id, since, most);
      for (const { orderId, market, paidAt, memberId } of found)
        if (paidAt !== null && isCountry(market))
          await insertAccrual(trx, {
            ...{ orderId, programme: programme.id, memberId },
            ...{ dueAt: accrualDueAt(paidAt, market), now },
          });
      if (found.length === most) continue;
      await moveSweepMark(trx, sweep, { through: now, lastId: '' });
      return;
    }
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
