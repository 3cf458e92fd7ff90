import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { type SplitDecision, decideSplit, type Order, setHoldExpiry } from '../../orders/index.server.ts';
import { updateAttempt } from '../attempts/attempt.repository.server.ts';
import { decideHoldWindow } from '../attempts/decide-hold-window.server.ts';
import { endUnstartedPart, cancelAttempt } from '../attempts/cancel-attempt.server.ts';
import { splitPartRows } from '../attempts/split-part.repository.server.ts';
import { heldUntil, type SplitPartRow, toSplitParts } from '../attempts/split-parts.server.ts';
import { checkBackoffSeconds } from '../attempts/next-check.ts';
import type { OrderPaymentState } from '../booking/order-payment-state.server.ts';

/**
 * The process that applied the fact advances the order at once; this long after, a job does, should that process have
 * died.
 */
const successorSeconds = 20;

/**
 * Applies the split plan after a part moved: which parts are captured, voided, started or held. No gateway is called
 * here. True when there is something to advance (`advanceSplitOrder`). The caller holds the order's lock.
 */
export async function applySplit(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  standing: OrderPaymentState,
  now: Date,
): Promise<boolean> {
  if (standing.state !== 'open' && standing.state !== 'partly-paid') return false;
  const rows = await splitPartRows(trx, order.id);
  const decision = decideSplit(order.total, standing.received, toSplitParts(ctx, rows));
  for (const row of rows) if (decision.voids.includes(row.id)) await cancelAttempt(ctx, trx, row);
  for (const row of rows.filter(({ id }) => decision.end.includes(id))) await endUnstartedPart(trx, row, now);
  const taken = rows.filter(({ id, capture_requested }) => decision.capture.includes(id) && !capture_requested);
  await requestCaptures(ctx, trx, taken, now);
  await updateHoldWindow(ctx, trx, order, { decision, rows, now });
  if (decision.start !== null)
    await ctx.jobs.send(trx, 'advance-split-order', { orderId: order.id }, { startAfterSeconds: successorSeconds });
  return decision.start !== null || decision.capture.length > 0;
}

async function requestCaptures(ctx: PaymentsContext, trx: Db, rows: readonly SplitPartRow[], now: Date): Promise<void> {
  for (const { id } of rows) {
    const pause = checkBackoffSeconds(0);
    await updateAttempt(trx, id, {
      capture_requested: true,
      checks: 0,
      next_check_at: new Date(now.getTime() + pause * 1000),
    });
    await ctx.jobs.send(trx, 'resolve-attempt', { attemptId: id }, { startAfterSeconds: pause });
  }
}

/** Opens the hold window when parts are held and the rest is owed; closes it when nothing is held. */
async function updateHoldWindow(
  ctx: PaymentsContext,
  trx: Db,
  order: Order,
  { decision: { standing }, rows, now }: { decision: SplitDecision; rows: readonly SplitPartRow[]; now: Date },
): Promise<void> {
  const window = decideHoldWindow(standing, order.holdExpiresAt ?? null, heldUntil(ctx, rows), now);
  if (window === undefined) return;
  await setHoldExpiry(trx, order.id, window);
  if (window === null) return;
  const startAfterSeconds = Math.max(0, Math.ceil((window.getTime() - now.getTime()) / 1000));
  await ctx.jobs.send(trx, 'expire-hold', { orderId: order.id }, { startAfterSeconds });
}
