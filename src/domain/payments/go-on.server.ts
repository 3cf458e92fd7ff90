import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { decideCover, lockOrder, type Order } from '../orders/index.server.ts';
import { type AppliedFact, applyGatewayFact } from './apply-gateway-fact.server.ts';
import { type AttemptRow, referenceOf, updateAttempt } from './attempt.repository.server.ts';
import { callGateway } from './call-gateway.server.ts';
import { refusedIsVoid } from './decide-check.server.ts';
import { legRows } from './leg-rows.server.ts';
import { type LegRow, legsOf } from './legs.server.ts';
import { orphanSeconds } from './next-check.ts';
import { type LegSecrets, unsealLeg } from './sealed-leg.server.ts';

type Step =
  | { readonly kind: 'start'; readonly order: Order; readonly attempt: AttemptRow; readonly secrets: LegSecrets | null }
  | { readonly kind: 'capture'; readonly attempts: readonly LegRow[] }
  | { readonly kind: 'nothing' };

/**
 * Does what the parts of an order need next at their gateways, one after the other and outside any transaction, until
 * nothing is left to do: begins the leg whose turn it is, takes what is reserved once the whole price is there. Whoever
 * heard the news calls it, and a job should they die; each leg is claimed under the order's lock, so that it begins once.
 */
export async function goOn(ctx: DomainContext, orderId: string): Promise<void> {
  for (;;) {
    const step = await transaction(ctx.db, (trx) => claim(ctx, trx, orderId));
    if (step.kind === 'nothing') return;
    if (step.kind === 'capture') {
      for (const attempt of step.attempts) await takeReserved(ctx, attempt);
      return;
    }
    ctx.crashPoint('leg-claimed');
    await begin(ctx, step);
  }
}

async function claim(ctx: DomainContext, trx: Db, orderId: string): Promise<Step> {
  const order = await lockOrder(trx, orderId);
  if (!order || (order.state !== 'open' && order.state !== 'partly-paid')) return { kind: 'nothing' };
  const rows = await legRows(trx, orderId);
  const decision = decideCover(order.total, order.received, legsOf(ctx, rows));
  if (decision.capture.length > 0) {
    return { kind: 'capture', attempts: rows.filter(({ id }) => decision.capture.includes(id)) };
  }
  const attempt = rows.find(({ id }) => id === decision.start);
  if (!attempt?.pending) return { kind: 'nothing' };
  const now = ctx.clock.now();
  await updateAttempt(trx, attempt.id, {
    pending: null,
    updated_at: now,
    next_check_at: new Date(now.getTime() + orphanSeconds * 1000),
  });
  return { kind: 'start', order, attempt, secrets: unsealLeg(ctx, attempt.pending) };
}

async function begin(ctx: DomainContext, step: Extract<Step, { kind: 'start' }>): Promise<AppliedFact> {
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

/**
 * Takes what an attempt holds. A refusal to take ends the reservation: nothing will ever come of it. Silence leaves it
 * as it is, and its job asks again.
 */
export async function takeReserved(ctx: DomainContext, attempt: AttemptRow): Promise<AppliedFact | null> {
  const gateway = ctx.gateways.byId(attempt.gateway);
  if (!gateway?.capture) return null;
  ctx.crashPoint('capture-before-gateway');
  const answer = refusedIsVoid(await gateway.capture(referenceOf(attempt)));
  ctx.crashPoint('capture-after-gateway');
  return answer.kind === 'fact' ? applyGatewayFact(ctx, attempt.id, answer.fact, 'answer') : null;
}
