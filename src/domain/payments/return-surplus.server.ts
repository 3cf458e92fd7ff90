import { transaction } from '#src/kernel/db/transaction.server.ts';
import type { Currency, Money } from '#src/kernel/money/money.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { accounts, recordTransfers } from '../ledger/index.server.ts';
import { lockOrder } from '../orders/index.server.ts';
import { applyGatewayFact } from './apply-gateway-fact.server.ts';
import { attemptById, type AttemptRow, referenceOf } from './attempt.repository.server.ts';
import type { Movement } from './gateway.port.ts';
import {
  insertReversal,
  type OpenSurplus,
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
    .innerJoin('orders', 'orders.id', 'money_breaks.order_id')
    .selectAll('money_breaks')
    .select('orders.brand')
    .where('money_breaks.id', '=', breakId)
    .where('money_breaks.kind', '=', 'surplus')
    .where('money_breaks.state', '=', 'open')
    .executeTakeFirst();
  if (!row) return;
  const attempt = await attemptById(ctx.db, row.attempt_id);
  const gateway = attempt && ctx.gateways.byId(attempt.gateway);
  if (!attempt || !gateway) throw new Error(`Break ${breakId}: there is no company to ask`);
  if (!gateway.refund) {
    await ctx.db.updateTable('money_breaks').set({ task: 'give-back-by-hand' }).where('id', '=', breakId).execute();
    ctx.log.warn('surplus-needs-a-person', { attemptId: attempt.id, orderId: row.order_id });
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
  const open = await transaction(ctx.db, async (trx) => {
    await lockOrder(trx, row.order_id);
    const surplus = (await openSurpluses(trx, attempt.id)).find(({ id }) => id === row.id);
    if (surplus) await endSurplus(ctx, trx, { surplus, attempt, brand: row.brand, refund });
    return surplus;
  });
  // Another run was faster, and its line is in the books; or other money ended this surplus, and ours went back besides.
  const fact = { state: 'captured' as const, movements: [refund], at: ctx.clock.now() };
  if (!open) await applyGatewayFact(ctx, attempt.id, fact, 'answer');
}

/** The refund of a surplus goes into the books. The caller holds the order's lock. */
async function endSurplus(
  ctx: DomainContext,
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
  await resolveSurplus(trx, attempt.order_id, surplus, refund, now);
  const taken = await surplusEndedBy(trx, attempt.order_id, refund.id, surplus.id);
  if (taken !== null) {
    // A look found this refund before we wrote it down, and took it for that of an equal surplus, which is still owed.
    await reopenSurplus(trx, taken);
    await ctx.jobs.send(trx, 'refund-surplus', { breakId: taken });
    return;
  }
  await insertReversal(trx, 'refund', { attempt, movement: refund, now });
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
  { db, gateways }: Pick<DomainContext, 'db' | 'gateways'>,
  breakId: string,
): Promise<(Money & { readonly isByHand: boolean }) | null> {
  const row = await db
    .selectFrom('money_breaks')
    .innerJoin('attempts', 'attempts.id', 'money_breaks.attempt_id')
    .select(['money_breaks.amount', 'money_breaks.currency', 'money_breaks.task', 'attempts.gateway'])
    .where('money_breaks.id', '=', breakId)
    .where('money_breaks.kind', '=', 'surplus')
    .executeTakeFirst();
  if (!row) return null;
  const isByHand = row.task === 'give-back-by-hand' || gateways.byId(row.gateway)?.refund === undefined;
  return { amount: row.amount, currency: row.currency as Currency, isByHand };
}

/** What a person still has to pay out as a surplus or a part of a refund; null once it is not owed any more. */
export async function owedByHand(db: Db, id: string): Promise<Money | null> {
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
    .selectFrom('money_breaks')
    .select(['amount', 'currency'])
    .where('id', '=', id)
    .where('kind', '=', 'surplus')
    .where('state', '=', 'open')
    .executeTakeFirst();
}
