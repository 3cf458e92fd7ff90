import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { transfersOfOrder } from '../ledger/index.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { applyGatewayFact } from '../facts/apply-gateway-fact.server.ts';
import { attemptById, currencyOf, referenceOf } from '../attempts/attempt.repository.server.ts';
import { decideRefundPartEnd } from './decide-refund-part-end.ts';
import { mayRefundPart } from '../booking/disputed-part.server.ts';
import { surplusRefundedBy } from '../booking/reconciliation-exception.repository.server.ts';

/** Thrown so that the job is tried again: the money has not gone back yet. */
export class PartNotRefunded extends Error {}

/**
 * Asks a gateway for one part of a refund. The part's id (or `refund_key`, where it took over another's) is the refund's
 * idempotency key, so that a second run finds what the first one did. Where a gateway cannot give back, a person has to.
 */
export async function refundPart(ctx: PaymentsContext, partId: string): Promise<void> {
  const part = await ctx.db
    .selectFrom('refund_parts')
    .selectAll()
    .where('id', '=', partId)
    .where('state', '=', 'wanted')
    .executeTakeFirst();
  if (!part) return;
  const attempt = await attemptById(ctx.db, part.attempt_id);
  const gateway = attempt && ctx.gateways.byId(attempt.gateway);
  if (!attempt || !gateway) throw new Error(`Part ${partId}: there is no company to ask`);
  const mayGo = await transaction(ctx.db, async (trx) => {
    await lockOrder(trx, part.order_id);
    const now = await trx.selectFrom('refund_parts').selectAll().where('id', '=', partId).executeTakeFirst();
    const isWanted = now?.state === 'wanted';
    return isWanted && mayRefundPart(trx, now, await transfersOfOrder(trx, part.order_id));
  });
  if (!mayGo) return;
  if (!gateway.refund) {
    await transaction(ctx.db, async (trx) => {
      const handed = await trx
        .updateTable('refund_parts')
        .set({ state: 'by-hand' })
        .where('id', '=', partId)
        .where('state', '=', 'wanted')
        .returning('request_id')
        .executeTakeFirst();
      // The letter of a withdrawal has asked for the account.
      if (handed && handed.request_id !== `withdrawal-${part.order_id}`)
        await queueEmail(ctx, trx, part.order_id, 'payout-account-wanted', partId);
    });
    ctx.log.error('refund-needs-staff', { attemptId: attempt.id, orderId: attempt.order_id });
    return;
  }
  const currency: Currency = currencyOf(attempt);
  const charge = { ...referenceOf(attempt), movementId: part.capture_id };
  const answer = await gateway.refund(charge, { amount: part.amount, currency }, part.refund_key ?? part.id);
  ctx.crashPoint('refund-part-before-booking');
  const movement = answer.kind === 'fact' ? answer.fact.movements.find(({ kind }) => kind === 'refund') : undefined;
  if (!movement) throw new PartNotRefunded(answer.kind);
  if (movement.amount !== part.amount || movement.currency !== currency) throw new PartNotRefunded('amount');
  // A refund says nothing about how its charge stands.
  const fact = { state: 'unknown' as const, movements: [movement], at: ctx.clock.now() };
  await applyGatewayFact(ctx, attempt.id, fact, 'answer', (trx) => completeOwnPart(ctx, trx, part, movement.id));
}

/** The refund that this part asked for is in the books: whatever equal debt it was taken for, each is paid once. */
async function completeOwnPart(
  ctx: PaymentsContext,
  trx: Db,
  part: { readonly id: string; readonly order_id: string },
  movementId: string,
): Promise<void> {
  const of = trx.selectFrom('refund_parts').select('id').where('order_id', '=', part.order_id);
  const own = await of.where('id', '=', part.id).where('state', 'in', ['wanted', 'disputed']).executeTakeFirst();
  const other = await of.where('movement_id', '=', movementId).where('id', '<>', part.id).executeTakeFirst();
  const surplus = await surplusRefundedBy(trx, part.order_id, movementId);
  const end = decideRefundPartEnd({ isEnded: !own, otherPart: other?.id ?? null, surplus });
  if (end.kind === 'ended') return;
  if (end.kind === 'unknown') {
    ctx.log.error('refund-without-part', { orderId: part.order_id });
    return;
  }
  const now = ctx.clock.now();
  const change = trx.updateTable('refund_parts');
  if (end.kind === 'swap') {
    await change.set({ state: 'wanted', movement_id: null, ended_at: null }).where('id', '=', end.other).execute();
    const done = { state: 'done' as const, movement_id: movementId, ended_at: now, disputed_amount: 0n };
    await change.set(done).where('id', '=', part.id).execute();
  } else {
    await change.set({ refund_key: end.key, capture_id: end.captureId }).where('id', '=', part.id).execute();
  }
  await ctx.jobs.send(trx, 'refund-part', { partId: end.kind === 'swap' ? end.other : part.id });
}
