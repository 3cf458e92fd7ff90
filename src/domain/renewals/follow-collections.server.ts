import { marketDate } from '#src/kernel/time/zones.ts';
import type { DomainContext } from '../context.server.ts';
import { orderById } from '../orders/index.server.ts';
import { applyGatewayFact, attemptById, checkAttempt, referenceOf } from '../payments/index.server.ts';
import { type Recurrence, retryDay } from '../recurrences/index.ts';
import {
  type OpenCollection,
  openCollections,
  recurrenceById,
  returnRetry,
  takeRetry,
  takeToLookAt,
} from '../recurrences/index.server.ts';

/** So long the next look at a consent is put off, in any case. */
const lookAgainMs = 6 * 3_600_000;
/** A consent that was not answered in this time is taken back: nobody approves it by a code found later. */
const unansweredMs = 3 * 86_400_000;

/** Asks how consents stand: what their gateway's messages said, or would have. Returns how many. */
export async function lookAtConsents(ctx: DomainContext, limit = 200): Promise<number> {
  const now = ctx.clock.now();
  const due = await takeToLookAt(ctx.db, now, new Date(now.getTime() + lookAgainMs), limit);
  for (const recurrence of due) {
    try {
      await checkAttempt(ctx, recurrence.attemptId, 'check');
      if (recurrence.state === 'created' && now.getTime() - recurrence.createdAt.getTime() > unansweredMs)
        await endUnanswered(ctx, recurrence);
    } catch (thrown) {
      ctx.log.error('consent-look-failed', { orderId: recurrence.orderId, error: thrown });
    }
  }
  return due.length;
}

async function endUnanswered(ctx: DomainContext, { id }: Recurrence): Promise<void> {
  const after = await recurrenceById(ctx.db, id);
  if (after?.state === 'created') await endConsent(ctx, id);
}

export type EndConsentResult = 'ended' | 'unknown' | 'not-confirmed';

/**
 * Ends a consent from our side: its gateway is told, and takes no more money by it. `not-confirmed`: it did not say so;
 * whoever asked tries again.
 */
export async function endConsent(ctx: DomainContext, recurrenceId: string): Promise<EndConsentResult> {
  const recurrence = await recurrenceById(ctx.db, recurrenceId);
  const attempt = recurrence && (await attemptById(ctx.db, recurrence.attemptId));
  const gateway = recurrence && ctx.gateways.byId(recurrence.gateway);
  if (!recurrence || !attempt || !gateway?.consents) return 'unknown';
  if (recurrence.state !== 'created' && recurrence.state !== 'approved') return 'ended';
  const answer = await gateway.consents.end(referenceOf(attempt));
  if (answer.kind !== 'fact') return 'not-confirmed';
  await applyGatewayFact(ctx, attempt.id, answer.fact, 'operator');
  const after = await recurrenceById(ctx.db, recurrenceId);
  return after && after.state !== 'created' && after.state !== 'approved' ? 'ended' : 'not-confirmed';
}

/**
 * Asks for another try of the charges that failed, each for tomorrow, as long as the scheme allows. Those that may not be tried
 * any more stay open for days: all are looked at, `page` at a time. Returns how many were asked for.
 */
export async function retryFailedCollections(ctx: DomainContext, page = 500): Promise<number> {
  let asked = 0;
  let last: OpenCollection | null = null;
  for (;;) {
    const open = await openCollections(ctx.db, last, page);
    for (const one of open) {
      try {
        if (await retry(ctx, one)) asked += 1;
      } catch (thrown) {
        ctx.log.error('retry-failed', { attemptId: one.attemptId, error: thrown });
      }
    }
    last = open.at(-1) ?? null;
    if (open.length < page) return asked;
  }
}

async function retry(ctx: DomainContext, failed: OpenCollection): Promise<boolean> {
  if (failed.tries.at(-1)?.state !== 'failed') return false;
  const attempt = await attemptById(ctx.db, failed.attemptId);
  const order = attempt && (await orderById(ctx.db, attempt.order_id));
  const desk = attempt && ctx.gateways.byId(attempt.gateway)?.consents;
  if (!attempt || !order || !desk) return false;
  const day = retryDay(failed.dueOn, failed.tries, desk.rules, marketDate(ctx.clock.now(), order.market));
  if (day === null || !(await takeRetry(ctx.db, failed, day))) return false;
  const answer = await desk.retry(referenceOf(attempt), day);
  if (answer.kind !== 'fact') {
    await returnRetry(ctx.db, failed, day);
    return false;
  }
  await applyGatewayFact(ctx, attempt.id, answer.fact, 'check');
  return true;
}
