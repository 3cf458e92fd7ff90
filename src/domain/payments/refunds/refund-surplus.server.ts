import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Money } from '#src/kernel/money/money.ts';
import type { Db } from '../../base-context.server.ts';
import type { PaymentsContext } from '../context.server.ts';
import { accounts, recordTransfers } from '../ledger/index.server.ts';
import { lockOrder } from '../../orders/index.server.ts';
import { applyGatewayFact } from '../facts/apply-gateway-fact.server.ts';
import { attemptById, type AttemptRow, referenceOf } from '../attempts/attempt.repository.server.ts';
import type { Movement } from '../ports/gateway.port.ts';
import {
  type OpenSurplus,
  openSurpluses,
  reopenSurplus,
  surplusRefundedBy,
} from '../booking/reconciliation-exception.repository.server.ts';
import { handOverSurplus, openSurplusById, surplusWithGateway } from '../booking/exception-task.repository.server.ts';
import { manualPartAmount } from '../booking/refund-part.repository.server.ts';
import { insertRefundOrDispute } from '../booking/refund-dispute.repository.server.ts';
import { resolveSurplus } from '../booking/resolve-surplus.server.ts';

/** Thrown so that the job is tried again: the gateway has not refunded yet. */
export class SurplusNotRefunded extends Error {}

/**
 * Refunds a surplus at its gateway. The exception's id is the idempotency key, so that a second run finds the refund of the first.
 * Where the gateway cannot refund, the surplus becomes a manual refund.
 */
export async function refundSurplus(ctx: PaymentsContext, exceptionId: string): Promise<void> {
  const row = await openSurplusById(ctx.db, exceptionId);
  if (!row) return;
  const attempt = await attemptById(ctx.db, row.attempt_id);
  const gateway = attempt && ctx.gateways.byId(attempt.gateway);
  if (!attempt || !gateway) throw new Error(`Surplus ${exceptionId}: it has no gateway`);
  if (!gateway.refund) {
    await handOverSurplus(ctx.db, exceptionId);
    ctx.log.warn('surplus-needs-staff', { attemptId: attempt.id, orderId: row.order_id });
    return;
  }
  const { currency } = row;
  const answer = await gateway.refund(
    { ...referenceOf(attempt), movementId: row.movement_id },
    { amount: row.amount, currency },
    row.id,
  );
  const refund =
    answer.kind === 'fact' ? answer.fact.movements.find((movement) => movement.kind === 'refund') : undefined;
  if (!refund) throw new SurplusNotRefunded(answer.kind);
  if (refund.amount !== row.amount || refund.currency !== currency) throw new SurplusNotRefunded('amount');
  ctx.crashPoint('surplus-refund-before-booking');
  const open = await transaction(ctx.db, async (trx) => {
    await lockOrder(trx, row.order_id);
    const surplus = (await openSurpluses(trx, attempt.id)).find(({ id }) => id === row.id);
    if (surplus) await completeSurplus(ctx, trx, { surplus, attempt, brand: row.brand, refund });
    return surplus;
  });
  // Another run has booked this refund; or another refund resolved the surplus, and this one is booked besides.
  const fact = { state: 'captured' as const, movements: [refund], at: ctx.clock.now() };
  if (!open) await applyGatewayFact(ctx, attempt.id, fact, 'answer');
}

/** Books the refund of a surplus. The caller holds the order's lock. */
async function completeSurplus(
  ctx: PaymentsContext,
  trx: Db,
  of: {
    readonly surplus: OpenSurplus;
    readonly attempt: AttemptRow;
    readonly brand: string;
    /** Of the amount of the surplus. */
    readonly refund: Movement;
  },
): Promise<void> {
  const { surplus, attempt, brand, refund } = of;
  const now = ctx.clock.now();
  await resolveSurplus(trx, attempt.order_id, surplus, refund.id, now);
  const taken = await surplusRefundedBy(trx, attempt.order_id, refund.id, surplus.id);
  if (taken !== null) {
    // A poll booked this refund before, for an equal surplus, which is still owed.
    await reopenSurplus(trx, taken.id);
    await ctx.jobs.send(trx, 'refund-surplus', { exceptionId: taken.id });
    return;
  }
  await insertRefundOrDispute(trx, 'refund', { attempt, movement: refund, now });
  const line = {
    kind: 'refund-surplus' as const,
    gateway: attempt.gateway,
    movementId: refund.id,
    orderId: attempt.order_id,
    attemptId: attempt.id,
    debit: accounts.surplus(brand),
    credit: accounts.gateway(attempt.gateway),
    amount: refund.amount,
    currency: refund.currency,
    occurredAt: refund.at,
  };
  await recordTransfers(trx, [line], now);
}

/** The amount of a surplus, in minor units, and whether a person has to refund it; null when there is none of that id. */
export async function surplusById(
  { db, gateways }: Pick<PaymentsContext, 'db' | 'gateways'>,
  exceptionId: string,
): Promise<(Money & { readonly isManual: boolean }) | null> {
  const row = await surplusWithGateway(db, exceptionId);
  if (!row) return null;
  const { amount, currency, task, gateway } = row;
  const isManual = task === 'give-back-by-hand' || gateways.byId(gateway)?.refund === undefined;
  return { amount, currency, isManual };
}

/** The amount of a surplus or of a part of a refund that is to be refunded manually; null when it is not owed any more. */
export async function manualRefundAmount(db: Db, id: string): Promise<Money | null> {
  const owed = (await manualPartAmount(db, id)) ?? (await openSurplusById(db, id));
  return owed && { amount: owed.amount, currency: owed.currency };
}
