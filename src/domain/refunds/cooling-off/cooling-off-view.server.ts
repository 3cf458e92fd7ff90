import type { Currency } from '#src/kernel/money/money.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { RefundsContext } from '../context.server.ts';
import { orderById } from '../../orders/index.server.ts';
import { attemptsOfOrder, refundPartsOfOrder, refundableByAttempt } from '../../payments/index.server.ts';
import { lastCoolingOffDay } from '../../catalog/terms/index.ts';
import { contractMadeAt, statusOf } from './request-cooling-off.server.ts';
import type { RefundPartView, CoolingOffView } from './cooling-off.types.ts';

/** How an order stands to its withdrawal; null when there is no such order. Looking changes nothing. */
export async function coolingOffOf(ctx: RefundsContext, orderId: string): Promise<CoolingOffView | null> {
  const { db } = ctx;
  const order = await orderById(db, orderId);
  if (!order) return null;
  const row = await db
    .selectFrom('cooling_off_requests')
    .selectAll()
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  const parts = await partsWith(
    ctx,
    orderId,
    row ? await requestedParts(db, orderId, row.refund_id) : await offered(db, order),
  );
  const details = await db
    .selectFrom('payout_details')
    .select('hint')
    .where('order_id', '=', orderId)
    .executeTakeFirst();
  return {
    order,
    standing: row ? 'done' : statusOf(order, ctx.clock.now()),
    lastDay: row
      ? requireLocalDate(row.last_day)
      : order.state === 'paid'
        ? lastCoolingOffDay(contractMadeAt(order), order.market)
        : null,
    askedAt: row?.requested_at ?? null,
    parts,
    owed: await partsWith(ctx, orderId, await owedShares(ctx, orderId, row?.refund_id ?? null)),
    amount: parts.reduce((sum, { amount }) => sum + amount, 0n),
    payoutHint: details?.hint ?? null,
    ends: await whatEnds(db, orderId),
  };
}

async function whatEnds(db: Db, orderId: string): Promise<CoolingOffView['ends']> {
  const change = await db
    .selectFrom('plan_changes')
    .select('order_id')
    .where('order_id', '=', orderId)
    .where('state', 'in', ['applied', 'reverted'])
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
  readonly state: RefundPartView['state'];
}

async function offered(db: Db, order: { readonly id: string; readonly currency: Currency }): Promise<Share[]> {
  return (await refundableByAttempt(db, order.id)).map((share) => ({ ...share, state: 'offered' }));
}

async function requestedParts(db: Db, orderId: string, refundId: string | null): Promise<Share[]> {
  return (await refundPartsOfOrder(db, orderId)).filter(({ requestId }) => requestId === refundId);
}

/** Refunds beside the withdrawal, and surplus, as far as a person pays them out. */
async function owedShares(ctx: RefundsContext, orderId: string, coolingOffId: string | null): Promise<Share[]> {
  const asked = (await refundPartsOfOrder(ctx.db, orderId)).filter(
    ({ requestId, state }) => requestId !== coolingOffId && state === 'by-hand',
  );
  const surpluses = await ctx.db
    .selectFrom('reconciliation_exceptions')
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
async function partsWith(ctx: RefundsContext, orderId: string, shares: readonly Share[]): Promise<RefundPartView[]> {
  const attempts = await attemptsOfOrder(ctx.db, orderId);
  return attempts.flatMap((attempt): RefundPartView[] => {
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
