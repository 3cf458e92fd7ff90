import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { decideSplit, lockOrder, type Order } from '../../orders/index.server.ts';
import { type AppliedFact, applyGatewayFact } from '../facts/apply-gateway-fact.server.ts';
import { type AttemptRow, referenceOf, updateAttempt } from '../attempts/attempt.repository.server.ts';
import { callGateway } from '../facts/call-gateway.server.ts';
import { refusedCaptureAsVoid } from '../attempts/decide-answer.server.ts';
import { splitPartRows } from '../attempts/split-part.repository.server.ts';
import { type SplitPartRow, toSplitParts } from '../attempts/split-parts.server.ts';
import { orphanedAfterSeconds } from '../attempts/next-check.ts';
import { type SplitPartSecrets, decryptSplitPart } from './encrypted-split-part.server.ts';

type Step =
  | {
      readonly kind: 'start';
      readonly order: Order;
      readonly attempt: AttemptRow;
      readonly secrets: SplitPartSecrets | null;
    }
  | { readonly kind: 'capture'; readonly attempts: readonly SplitPartRow[] }
  | { readonly kind: 'nothing' };

/**
 * Advances the parts of an order at their gateways, one after the other and outside any transaction, until nothing is
 * left to do: starts the next part, captures reserved parts once the whole price is there. Called after each fact, and
 * by a job should that process die; each part is acquired under the order's lock, so that it starts once.
 */
export async function advanceSplitOrder(ctx: PaymentsContext, orderId: string): Promise<void> {
  for (;;) {
    const step = await transaction(ctx.db, (trx) => acquireStep(ctx, trx, orderId));
    if (step.kind === 'nothing') return;
    if (step.kind === 'capture') {
      for (const attempt of step.attempts) await captureReserved(ctx, attempt);
      return;
    }
    ctx.crashPoint('part-claimed');
    await startPart(ctx, step);
  }
}

async function acquireStep(ctx: PaymentsContext, trx: Db, orderId: string): Promise<Step> {
  const order = await lockOrder(trx, orderId);
  if (!order || (order.state !== 'open' && order.state !== 'partly-paid')) return { kind: 'nothing' };
  const rows = await splitPartRows(trx, orderId);
  const decision = decideSplit(order.total, order.received, toSplitParts(ctx, rows));
  if (decision.capture.length > 0) {
    return { kind: 'capture', attempts: rows.filter(({ id }) => decision.capture.includes(id)) };
  }
  const attempt = rows.find(({ id }) => id === decision.start);
  if (!attempt?.sealed_request) return { kind: 'nothing' };
  const now = ctx.clock.now();
  await updateAttempt(trx, attempt.id, {
    sealed_request: null,
    updated_at: now,
    next_check_at: new Date(now.getTime() + orphanedAfterSeconds * 1000),
  });
  return { kind: 'start', order, attempt, secrets: decryptSplitPart(ctx, attempt.sealed_request) };
}

async function startPart(ctx: PaymentsContext, step: Extract<Step, { kind: 'start' }>): Promise<AppliedFact> {
  const { order, attempt, secrets } = step;
  const gateway = ctx.gateways.byId(attempt.gateway);
  if (!secrets || !gateway) {
    const decline = { code: 'gateway-unreachable', raw: 'not-started', reversible: true };
    return applyGatewayFact(
      ctx,
      attempt.id,
      { state: 'failed', movements: [], decline, at: ctx.clock.now() },
      'deadline',
    );
  }
  const { payer, details, browser, description } = secrets;
  const tender = { gateway, details: { payer, details } };
  return callGateway(ctx, { order, attempt, tender, browser, description });
}

/** Captures a reserved part. A refusal ends the reservation. Silence leaves it as it is, and its job asks again. */
export async function captureReserved(ctx: PaymentsContext, attempt: AttemptRow): Promise<AppliedFact | null> {
  const gateway = ctx.gateways.byId(attempt.gateway);
  if (!gateway?.capture) return null;
  ctx.crashPoint('capture-before-gateway');
  const answer = refusedCaptureAsVoid(await gateway.capture(referenceOf(attempt)));
  ctx.crashPoint('capture-after-gateway');
  return answer.kind === 'fact' ? applyGatewayFact(ctx, attempt.id, answer.fact, 'answer') : null;
}
