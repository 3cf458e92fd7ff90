import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Currency, Money } from '#src/kernel/money/money.ts';
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
import { insertRefundOrDispute } from '../booking/refund-dispute.repository.server.ts';
import { resolveSurplus } from '../booking/resolve-surplus.server.ts';

/** Thrown so that the job is tried again: the money has not been given back yet. */
export class SurplusNotRefunded extends Error {}

/**
 * Gives back money that nobody asked for. The break's id is the refund's idempotency key, so that a second run
 * finds the first one's refund. A gateway that cannot refund leaves the task open for a person.
 */
export async function refundSurplus(ctx: PaymentsContext, exceptionId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('reconciliation_exceptions')
    .innerJoin('orders', 'orders.id', 'reconciliation_exceptions.order_id')
    .selectAll('reconciliation_exceptions')
    .select('orders.brand')
    .where('reconciliation_exceptions.id', '=', exceptionId)
    .where('reconciliation_exceptions.kind', '=', 'surplus')
    .where('reconciliation_exceptions.state', '=', 'open')
    .executeTakeFirst();
  if (!row) return;
  const attempt = await attemptById(ctx.db, row.attempt_id);
  const gateway = attempt && ctx.gateways.byId(attempt.gateway);
  if (!attempt || !gateway) throw new Error(`Break ${exceptionId}: there is no company to ask`);
  if (!gateway.refund) {
    await ctx.db
      .updateTable('reconciliation_exceptions')
      .set({ task: 'give-back-by-hand' })
      .where('id', '=', exceptionId)
      .execute();
    ctx.log.warn('surplus-needs-staff', { attemptId: attempt.id, orderId: row.order_id });
    return;
  }
  const currency = row.currency as Currency;
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
  // Another run was faster, and its line is in the books; or other money ended this surplus, and ours went back besides.
  const fact = { state: 'captured' as const, movements: [refund], at: ctx.clock.now() };
  if (!open) await applyGatewayFact(ctx, attempt.id, fact, 'answer');
}

/** The refund of a surplus goes into the books. The caller holds the order's lock. */
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
    // A look found this refund before we wrote it down, and took it for that of an equal surplus, which is still owed.
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

/** Money that came unasked, by its break's id; null when there is no such break. */
export async function surplusById(
  { db, gateways }: Pick<PaymentsContext, 'db' | 'gateways'>,
  exceptionId: string,
): Promise<(Money & { readonly isManual: boolean }) | null> {
  const row = await db
    .selectFrom('reconciliation_exceptions')
    .innerJoin('attempts', 'attempts.id', 'reconciliation_exceptions.attempt_id')
    .select([
      'reconciliation_exceptions.amount',
      'reconciliation_exceptions.currency',
      'reconciliation_exceptions.task',
      'attempts.gateway',
    ])
    .where('reconciliation_exceptions.id', '=', exceptionId)
    .where('reconciliation_exceptions.kind', '=', 'surplus')
    .executeTakeFirst();
  if (!row) return null;
  const isManual = row.task === 'give-back-by-hand' || gateways.byId(row.gateway)?.refund === undefined;
  return { amount: row.amount, currency: row.currency as Currency, isManual };
}

/** What a person still has to pay out as a surplus or a part of a refund; null once it is not owed any more. */
export async function manualRefundAmount(db: Db, id: string): Promise<Money | null> {
  const part = await db
    .selectFrom('refund_parts')
    .innerJoin('orders', 'orders.id', 'refund_parts.order_id')
    .select(['refund_parts.amount', 'orders.currency'])
    .where('refund_parts.id', '=', id)
    .where('refund_parts.state', '=', 'by-hand')
    .executeTakeFirst();
  const row = part ?? (await openSurplus(db, id));
  return row ? { amount: row.amount, currency: row.currency as Currency } : null;
}

async function openSurplus(db: Db, id: string) {
  return db
    .selectFrom('reconciliation_exceptions')
    .select(['amount', 'currency'])
    .where('id', '=', id)
    .where('kind', '=', 'surplus')
    .where('state', '=', 'open')
    .executeTakeFirst();
}
