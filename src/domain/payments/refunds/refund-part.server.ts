import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { transfersOfOrder } from '../ledger/index.server.ts';
import { queueEmail } from '../../messaging/emails/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { applyGatewayFact } from '../facts/apply-gateway-fact.server.ts';
import { attemptById, referenceOf } from '../attempts/attempt.repository.server.ts';
import { decideRefundPartEnd } from './decide-refund-part-end.ts';
import { mayRefundPart } from '../booking/disputed-part.server.ts';
import {
  handOverRefundPart,
  isPartOwed,
  markPartRefunded,
  otherPartRefundedBy,
  refundPartById,
  reopenRefundPart,
  setRefundKey,
} from '../booking/refund-part.repository.server.ts';
import { surplusRefundedBy } from '../booking/reconciliation-exception.repository.server.ts';

/** Thrown so that the job is tried again: the gateway has not refunded yet. */
export class PartNotRefunded extends Error {}

/**
 * Asks a gateway for one part of a refund. The part's id (or `refund_key`, where it took another's place) is the idempotency key,
 * so that a second run finds the refund of the first. Where a gateway cannot refund, the part becomes a manual refund.
 */
export async function refundPart(ctx: PaymentsContext, partId: string): Promise<void> {
  const part = await refundPartById(ctx.db, partId);
  if (!part) return;
  const attempt = await attemptById(ctx.db, part.attempt_id);
  const gateway = attempt && ctx.gateways.byId(attempt.gateway);
  if (!attempt || !gateway) throw new Error(`Part ${partId}: it has no gateway`);
  const mayGo = await transaction(ctx.db, async (trx) => {
    await lockOrder(trx, part.order_id);
    const now = await refundPartById(trx, partId);
    const isWanted = now?.state === 'wanted';
    return isWanted && mayRefundPart(trx, now, await transfersOfOrder(trx, part.order_id));
  });
  if (!mayGo) return;
  if (!gateway.refund) {
    await transaction(ctx.db, async (trx) => {
      const requestId = await handOverRefundPart(trx, partId);
      // The e-mail about a cooling-off has asked for the account.
      if (requestId !== null && requestId !== `withdrawal-${part.order_id}`)
        await queueEmail(ctx, trx, part.order_id, 'payout-account-wanted', partId);
    });
    ctx.log.error('refund-needs-staff', { attemptId: attempt.id, orderId: attempt.order_id });
    return;
  }
  const { currency } = attempt;
  const charge = { ...referenceOf(attempt), movementId: part.capture_id };
  const answer = await gateway.refund(charge, { amount: part.amount, currency }, part.refund_key ?? part.id);
  ctx.crashPoint('refund-part-before-booking');
  const movement = answer.kind === 'fact' ? answer.fact.movements.find(({ kind }) => kind === 'refund') : undefined;
  if (!movement) throw new PartNotRefunded(answer.kind);
  if (movement.amount !== part.amount || movement.currency !== currency) throw new PartNotRefunded('amount');
  // A refund says nothing about the state of its charge.
  const fact = { state: 'unknown' as const, movements: [movement], at: ctx.clock.now() };
  await applyGatewayFact(ctx, attempt.id, fact, 'answer', (trx) => completeOwnPart(ctx, trx, part, movement.id));
}

/** Completes the part whose refund was booked just now. Of several equal debts each is paid once, whichever it was booked for. */
async function completeOwnPart(
  ctx: PaymentsContext,
  trx: Db,
  part: { readonly id: string; readonly order_id: string },
  movementId: string,
): Promise<void> {
  const { id, order_id: orderId } = part;
  const end = decideRefundPartEnd({
    isEnded: !(await isPartOwed(trx, orderId, id)),
    otherPart: await otherPartRefundedBy(trx, orderId, movementId, id),
    surplus: await surplusRefundedBy(trx, orderId, movementId),
  });
  if (end.kind === 'ended') return;
  if (end.kind === 'unknown') {
    ctx.log.error('refund-without-part', { orderId });
    return;
  }
  if (end.kind === 'swap') {
    await reopenRefundPart(trx, end.other);
    await markPartRefunded(trx, id, movementId, ctx.clock.now());
  } else {
    await setRefundKey(trx, id, end.key, end.captureId);
  }
  await ctx.jobs.send(trx, 'refund-part', { partId: end.kind === 'swap' ? end.other : id });
}
