import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Currency, Money } from '#src/kernel/money/money.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { accounts, recordTransfers } from '../ledger/index.server.ts';
import { lockOrder, orderById } from '../orders/index.server.ts';
import { applyGatewayFact } from './apply-gateway-fact.server.ts';
import { attemptById, referenceOf } from './attempt.repository.server.ts';
import {
  insertReversal,
  openSurpluses,
  reopenSurplus,
  resolveSurplus,
  surplusEndedBy,
} from './reversal.repository.server.ts';

/** Thrown so that the job is tried again: the money has not been given back yet. */
export class SurplusNotReturned extends Error {}

/**
 * Gives back money that nobody asked for. The break's id is the refund's idempotency key, so that a second run
 * finds the first one's refund. A gateway that cannot refund leaves the task open for a person.
 */
export async function returnSurplus(ctx: DomainContext, breakId: string): Promise<void> {
  const row = await ctx.db
    .selectFrom('money_breaks')
    .selectAll()
    .where('id', '=', breakId)
    .where('kind', '=', 'surplus')
    .where('state', '=', 'open')
    .executeTakeFirst();
  if (!row) return;
  const attempt = await attemptById(ctx.db, row.attempt_id);
  const order = await orderById(ctx.db, row.order_id);
  const gateway = attempt ? ctx.gateways.byId(attempt.gateway) : null;
  if (!attempt || !order || !gateway) throw new Error(`Break ${breakId} has no attempt`);
  if (!gateway.refund) {
    await ctx.db.updateTable('money_breaks').set({ task: 'give-back-by-hand' }).where('id', '=', breakId).execute();
    ctx.log.warn('surplus-needs-a-person', { attemptId: attempt.id, orderId: order.id });
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
  if (!refund) throw new SurplusNotReturned(answer.kind);
  if (refund.amount !== row.amount || refund.currency !== currency) throw new SurplusNotReturned('amount');
  ctx.crashPoint('refund-before-books');
  const now = ctx.clock.now();
  const isEnded = await transaction(ctx.db, async (trx) => {
    await lockOrder(trx, order.id);
    const isOpen = (await openSurpluses(trx, attempt.id)).some(({ id }) => id === row.id);
    if (!isOpen) return false;
    await resolveSurplus(trx, order.id, { id: row.id, amount: row.amount, currency }, refund, now);
    const taken = await surplusEndedBy(trx, order.id, refund.id, row.id);
    if (taken !== null) {
      // A look found this refund before we wrote it down, and took it for that of an equal surplus, which is still owed.
      await reopenSurplus(trx, taken);
      await ctx.jobs.send(trx, 'refund-surplus', { breakId: taken });
      return true;
    }
    await insertReversal(trx, 'refund', { attempt, movement: refund, now });
    const line = {
      kind: 'refund-surplus' as const,
      gateway: gateway.id,
      movementId: refund.id,
      orderId: order.id,
      attemptId: attempt.id,
      debit: accounts.surplus(order.brand),
      credit: accounts.gateway(gateway.id),
      amount: row.amount,
      currency,
      occurredAt: refund.at,
    };
    await recordTransfers(trx, [line], now);
    return true;
  });
  // Another run was faster, and its line is in the books; or other money ended this surplus, and ours went back besides.
  if (!isEnded) await applyGatewayFact(ctx, attempt.id, { state: 'captured', movements: [refund], at: now }, 'answer');
}

/** Money that came unasked, by its break's id; null when there is no such break. */
export async function surplusById(db: Db, breakId: string): Promise<Money | null> {
  const row = await db
    .selectFrom('money_breaks')
    .select(['amount', 'currency'])
    .where('id', '=', breakId)
    .where('kind', '=', 'surplus')
    .executeTakeFirst();
  return row ? { amount: row.amount, currency: row.currency as Currency } : null;
}
