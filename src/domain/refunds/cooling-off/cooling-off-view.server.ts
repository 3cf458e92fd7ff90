import type { Currency } from '#src/kernel/money/money.ts';
import { requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Db } from '../../base-context.server.ts';
import type { RefundsContext } from '../context.server.ts';
import { orderById } from '../../orders/index.server.ts';
import {
  attemptsOfOrder,
  manualSurplusesOfOrder,
  refundableByAttempt,
  refundPartsOfOrder,
} from '../../payments/index.server.ts';
import { planChangeOfOrder, subscriptionsPaidBy } from '../../subscriptions/subscriptions/index.server.ts';
import { lastCoolingOffDay } from '../../catalog/terms/index.ts';
import { coolingOffRequestOf } from './cooling-off.repository.server.ts';
import { hintOfPayout } from './payout-details.repository.server.ts';
import { contractMadeAt, statusOf } from './request-cooling-off.server.ts';
import type { RefundPartView, CoolingOffView } from './cooling-off.types.ts';

/** The cooling-off of an order as its page shows it; null when there is no such order. Changes nothing. */
export async function coolingOffOf(ctx: RefundsContext, orderId: string): Promise<CoolingOffView | null> {
  const { db } = ctx;
  const order = await orderById(db, orderId);
  if (!order) return null;
  const row = await coolingOffRequestOf(db, orderId);
  const parts = await partsWith(
    ctx,
    orderId,
    row ? await requestedParts(db, orderId, row.refund_id) : await offered(db, order),
  );
  const payoutHint = await hintOfPayout(db, orderId);
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
    payoutHint,
    ends: await whatEnds(db, orderId),
  };
}

async function whatEnds(db: Db, orderId: string): Promise<CoolingOffView['ends']> {
  if (await planChangeOfOrder(db, orderId, ['applied', 'reverted'])) return 'plan';
  return (await subscriptionsPaidBy(db, orderId)).length > 0 ? 'subscription' : 'access';
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

/** Manual refunds of the order that the cooling-off did not request, and its surplus. */
async function owedShares(ctx: RefundsContext, orderId: string, coolingOffId: string | null): Promise<Share[]> {
  const asked = (await refundPartsOfOrder(ctx.db, orderId)).filter(
    ({ requestId, state }) => requestId !== coolingOffId && state === 'by-hand',
  );
  const surpluses = await manualSurplusesOfOrder(ctx.db, orderId);
  return [...asked, ...surpluses.map((surplus) => ({ ...surplus, state: 'by-hand' as const }))];
}

/** The shares with the facts of their attempts, oldest first. */
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
