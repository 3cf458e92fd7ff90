import { marketDate } from '#src/kernel/time/zones.ts';
import type { SubscriptionsContext } from '../context.server.ts';
import { orderById } from '../../orders/index.server.ts';
import {
  applyGatewayFact,
  attemptById,
  pollAttempt,
  referenceOf,
  acquireMandatesToCheck,
  type Mandate,
  mandateById,
  type OpenMandateCharge,
  openMandateCharges,
  releaseRetry,
  reserveRetry,
} from '../../payments/index.server.ts';
import { retryDay } from '../mandates/index.ts';

/** How long a mandate is not checked again. */
const recheckMs = 6 * 3_600_000;
/** A mandate that was not answered in this time is ended, so that no one approves it by a code found later. */
const unansweredMs = 3 * 86_400_000;

/** Polls mandates whose gateway has not been asked for a while. Returns how many. */
export async function checkMandates(ctx: SubscriptionsContext, limit = 200): Promise<number> {
  const now = ctx.clock.now();
  const due = await acquireMandatesToCheck(ctx.db, now, new Date(now.getTime() + recheckMs), limit);
  for (const mandate of due) {
    try {
      await pollAttempt(ctx, mandate.attemptId, 'check');
      if (mandate.state === 'created' && now.getTime() - mandate.createdAt.getTime() > unansweredMs)
        await endUnansweredMandate(ctx, mandate);
    } catch (thrown) {
      ctx.log.error('mandate-check-failed', { orderId: mandate.orderId, error: thrown });
    }
  }
  return due.length;
}

async function endUnansweredMandate(ctx: SubscriptionsContext, { id }: Mandate): Promise<void> {
  const after = await mandateById(ctx.db, id);
  if (after?.state === 'created') await endMandate(ctx, id);
}

export type EndMandateResult = 'ended' | 'unknown' | 'not-confirmed';

/**
 * Ends a mandate at its gateway, which charges nothing more by it. `not-confirmed`: the gateway did not confirm it; the caller
 * tries again.
 */
export async function endMandate(ctx: SubscriptionsContext, mandateId: string): Promise<EndMandateResult> {
  const mandate = await mandateById(ctx.db, mandateId);
  const attempt = mandate && (await attemptById(ctx.db, mandate.attemptId));
  const gateway = mandate && ctx.gateways.byId(mandate.gateway);
  if (!mandate || !attempt || !gateway?.consents) return 'unknown';
  if (mandate.state !== 'created' && mandate.state !== 'approved') return 'ended';
  const answer = await gateway.consents.end(referenceOf(attempt));
  if (answer.kind !== 'fact') return 'not-confirmed';
  await applyGatewayFact(ctx, attempt.id, answer.fact, 'operator');
  const after = await mandateById(ctx.db, mandateId);
  return after && after.state !== 'created' && after.state !== 'approved' ? 'ended' : 'not-confirmed';
}

/**
 * Requests a retry of failed mandate charges, each for tomorrow, as long as the scheme allows. Those that may not be retried
 * stay open for days: all are looked at, `page` at a time. Returns how many were requested.
 */
export async function retryFailedMandateCharges(ctx: SubscriptionsContext, page = 500): Promise<number> {
  let asked = 0;
  let last: OpenMandateCharge | null = null;
  for (;;) {
    const open = await openMandateCharges(ctx.db, last, page);
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

async function retry(ctx: SubscriptionsContext, failed: OpenMandateCharge): Promise<boolean> {
  if (failed.tries.at(-1)?.state !== 'failed') return false;
  const attempt = await attemptById(ctx.db, failed.attemptId);
  const order = attempt && (await orderById(ctx.db, attempt.order_id));
  const mandateGateway = attempt && ctx.gateways.byId(attempt.gateway)?.consents;
  if (!attempt || !order || !mandateGateway) return false;
  const day = retryDay(failed.dueOn, failed.tries, mandateGateway.rules, marketDate(ctx.clock.now(), order.market));
  if (day === null || !(await reserveRetry(ctx.db, failed, day))) return false;
  const answer = await mandateGateway.retry(referenceOf(attempt), day);
  if (answer.kind !== 'fact') {
    await releaseRetry(ctx.db, failed, day);
    return false;
  }
  await applyGatewayFact(ctx, attempt.id, answer.fact, 'check');
  return true;
}
