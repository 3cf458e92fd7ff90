import type { Currency } from '#src/kernel/money/money.ts';
import type { DomainContext } from '../context.server.ts';
import { applyGatewayFact } from './apply-gateway-fact.server.ts';
import { attemptById, currencyOf, referenceOf, stateOf } from './attempt.repository.server.ts';

/** Thrown so that the job is tried again: the money has not gone back yet. */
export class PartNotReturned extends Error {}

/**
 * Asks a gateway for one part of a refund. The part's id is the refund's idempotency key, so that a second run finds what
 * the first one did. Where a gateway cannot give back, a person has to.
 */
export async function giveBackPart(ctx: DomainContext, partId: string): Promise<void> {
  const part = await ctx.db
    .selectFrom('refund_parts')
    .selectAll()
    .where('id', '=', partId)
    .where('state', '=', 'wanted')
    .executeTakeFirst();
  if (!part) return;
  const attempt = await attemptById(ctx.db, part.attempt_id);
  const gateway = attempt ? ctx.gateways.byId(attempt.gateway) : null;
  if (!attempt || !gateway) throw new Error(`Part ${partId} has no attempt`);
  if (!gateway.refund) {
    await ctx.db
      .updateTable('refund_parts')
      .set({ state: 'by-hand' })
      .where('id', '=', partId)
      .where('state', '=', 'wanted')
      .execute();
    ctx.log.error('refund-needs-a-person', { attemptId: attempt.id, orderId: attempt.order_id });
    return;
  }
  const currency: Currency = currencyOf(attempt);
  const charge = { ...referenceOf(attempt), movementId: part.capture_id };
  const answer = await gateway.refund(charge, { amount: part.amount, currency }, part.id);
  ctx.crashPoint('part-before-books');
  const movement = answer.kind === 'fact' ? answer.fact.movements.find(({ kind }) => kind === 'refund') : undefined;
  if (!movement) throw new PartNotReturned(answer.kind);
  if (movement.amount !== part.amount || movement.currency !== currency) throw new PartNotReturned('amount');
  const at = ctx.clock.now();
  await applyGatewayFact(ctx, attempt.id, { state: factState(stateOf(attempt)), movements: [movement], at }, 'answer');
}

/** A refund says nothing about how its charge stands. */
function factState(state: ReturnType<typeof stateOf>): Exclude<ReturnType<typeof stateOf>, 'created'> {
  return state === 'created' ? 'unknown' : state;
}
