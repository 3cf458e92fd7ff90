import type { Db, DomainContext } from '../context.server.ts';
import { type CoverDecision, decideCover, type Order } from '../orders/index.server.ts';
import { updateAttempt } from './attempt.repository.server.ts';
import { decideWindow } from './decide-rescue.server.ts';
import { endLeg, giveUpAttempt } from './give-up-attempt.server.ts';
import { legRows } from './leg-rows.server.ts';
import { heldUntil, type LegRow, legsOf } from './legs.server.ts';
import { pauseBeforeCheck } from './next-check.ts';
import type { OrderStanding } from './order-standing.server.ts';

/** Whoever heard the news goes on at once; this long after, a job does, should that one have died. */
const successorSeconds = 20;

/**
 * Brings the parts of an order in line with each other after one of them moved: what is to be taken, let go, begun or
 * held. Nothing is told to a gateway here. True when there is something to tell (`goOn`). The caller holds the order's lock.
 */
export async function settleCover(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  standing: OrderStanding,
  now: Date,
): Promise<boolean> {
  if (standing.state !== 'open' && standing.state !== 'partly-paid') return false;
  const rows = await legRows(trx, order.id);
  const decision = decideCover(order.total, standing.received, legsOf(ctx, rows));
  for (const row of rows) if (decision.letGo.includes(row.id)) await giveUpAttempt(ctx, trx, row);
  for (const id of decision.end) await endLeg(trx, id, now);
  const taken = rows.filter(({ id, capture_wanted }) => decision.capture.includes(id) && !capture_wanted);
  await wantCaptures(ctx, trx, taken, now);
  await keepWindow(ctx, trx, order, { decision, rows, now });
  if (decision.start !== null)
    await ctx.jobs.send(trx, 'go-on', { orderId: order.id }, { startAfterSeconds: successorSeconds });
  return decision.start !== null || decision.capture.length > 0;
}

async function wantCaptures(ctx: DomainContext, trx: Db, rows: readonly LegRow[], now: Date): Promise<void> {
  for (const { id } of rows) {
    const pause = pauseBeforeCheck(0);
    await updateAttempt(trx, id, {
      capture_wanted: true,
      checks: 0,
      next_check_at: new Date(now.getTime() + pause * 1000),
    });
    await ctx.jobs.send(trx, 'resolve-attempt', { attemptId: id }, { startAfterSeconds: pause });
  }
}

/** Opens the rescue window when something stands and the rest is owed; closes it when there is nothing to rescue. */
async function keepWindow(
  ctx: DomainContext,
  trx: Db,
  order: Order,
  { decision: { standing }, rows, now }: { decision: CoverDecision; rows: readonly LegRow[]; now: Date },
): Promise<void> {
  const window = decideWindow(standing, order.rescueUntil ?? null, heldUntil(ctx, rows), now);
  if (window === undefined) return;
  await trx.updateTable('orders').set({ rescue_until: window }).where('id', '=', order.id).execute();
  if (window === null) return;
  const startAfterSeconds = Math.max(0, Math.ceil((window.getTime() - now.getTime()) / 1000));
  await ctx.jobs.send(trx, 'end-rescues', { orderId: order.id }, { startAfterSeconds });
}
