import type { Currency } from '#src/kernel/money/money.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db, DomainContext } from '../context.server.ts';
import { orderById } from '../orders/index.server.ts';
import { attemptsOfOrder, partsOfOrder, refundableOf } from '../payments/index.server.ts';
import { lastWithdrawalDay } from '../subscriptions/index.ts';
import { contractAt, standingOf } from './withdraw.server.ts';
import type { ReturnPart, WithdrawalView } from './withdrawal.types.ts';

/** How an order stands to its withdrawal; null when there is no such order. Looking changes nothing. */
export async function withdrawalOf(ctx: DomainContext, orderId: string): Promise<WithdrawalView | null> {
  const { db } = ctx;
  const order = await orderById(db, orderId);
  if (!order) return null;
  const row = await db.selectFrom('withdrawals').selectAll().where('order_id', '=', orderId).executeTakeFirst();
  const parts = await partsWith(
    ctx,
    orderId,
    row ? await askedParts(db, orderId, row.refund_id) : await offered(db, order),
  );
  const details = await db
    .selectFrom('payout_details')
    .select('hint')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return {
    order,
    standing: row ? 'done' : standingOf(order, ctx.clock.now()),
    lastDay: row
      ? requireLocalDate(row.last_day)
      : order.state === 'paid'
        ? lastWithdrawalDay(contractAt(order), order.market)
        : null,
    askedAt: row?.asked_at ?? null,
    parts,
    owed: await partsWith(ctx, orderId, await owedShares(ctx, orderId, row?.refund_id ?? null)),
    amount: parts.reduce((sum, { amount }) => sum + amount, 0n),
    payoutHint: details?.hint ?? null,
    ends: await endOf(db, orderId),
  };
}

async function endOf(db: Db, orderId: string): Promise<WithdrawalView['ends']> {
  const change = await db
    .selectFrom('plan_changes')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['applied', 'undone'])
    .executeTakeFirst();
  if (change) return 'plan';
  const subscription = await db
    .selectFrom('subscriptions')
    .select('id')
    .where((eb) =>
      eb.or([
        eb('order_id', '=', orderId),
        // A renewal is withdrawn from like a first purchase.
        eb('id', '=', eb.selectFrom('orders').select('orders.subscription_id').where('orders.id', '=', orderId)),
      ]),
    )
    .executeTakeFirst();
  return subscription ? 'subscription' : 'access';
}

interface Share {
  readonly attemptId: string;
  readonly amount: bigint;
  readonly state: ReturnPart['state'];
}

async function offered(db: Db, order: { readonly id: string; readonly currency: Currency }): Promise<Share[]> {
  return (await refundableOf(db, order.id)).map((share) => ({ ...share, state: 'offered' }));
}

async function askedParts(db: Db, orderId: string, refundId: string | null): Promise<Share[]> {
  return (await partsOfOrder(db, orderId)).filter(({ requestId }) => requestId === refundId);
}

/** Refunds beside the withdrawal, and surplus, as far as a person pays them out. */
async function owedShares(ctx: DomainContext, orderId: string, withdrawalId: string | null): Promise<Share[]> {
  const asked = (await partsOfOrder(ctx.db, orderId)).filter(
    ({ requestId, state }) => requestId !== withdrawalId && state === 'by-hand',
  );
  const surpluses = await ctx.db
    .selectFrom('money_breaks')
    .select(['attempt_id', 'amount'])
    .where('order_id', '=', orderId)
    .where('kind', '=', 'surplus')
    .where('state', '=', 'open')
    .where('task', '=', 'give-back-by-hand')
    .orderBy('created_at')
    .execute();
  return [
    ...asked,
    ...surpluses.map(({ attempt_id: attemptId, amount }) => ({ attemptId, amount, state: 'by-hand' as const })),
  ];
}

/** The shares with what their attempts say, oldest first. */
async function partsWith(ctx: DomainContext, orderId: string, shares: readonly Share[]): Promise<ReturnPart[]> {
  const attempts = await attemptsOfOrder(ctx.db, orderId);
  return attempts.flatMap((attempt): ReturnPart[] => {
    const own = shares.filter(({ attemptId }) => attemptId === attempt.id);
    return own.map(({ amount, state }) => ({
      attemptId: attempt.id,
      rail: attempt.rail,
      method: attempt.method,
      kept: attempt.kept,
      amount,
      state,
      needsDetails:
        state === 'by-hand' ||
        (state !== 'disputed' && state !== 'canceled' && ctx.gateways.byId(attempt.gateway)?.refund === undefined),
    }));
  });
}
