import { err, ok, type Result } from '#src/kernel/result/result.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { PaymentsContext } from '../context.server.ts';
import { orderById, type Order } from '../../orders/index.server.ts';
import { orderTransitions } from '../../orders/index.ts';
import { type AttemptRow, attemptsOfOrder } from '../attempts/attempt.repository.server.ts';
import { refundedWithoutApproval, refundPartsOfOrder, type RefundPart } from '../booking/refund.repository.server.ts';
import { planRefund, refundSourcesOf, type RefundShare } from '../booking/refund-sources.ts';
import { openRefundPartStates } from '../booking/refund-part-states.ts';
import { netCaptured } from '../booking/returned-money.ts';
import { type RecordedTransfer, transfersOfOrder } from '../ledger/index.server.ts';
import { singleApprovalLimits } from './refund-limits.data.ts';

/** What one attempt would give back. */
export interface RefundPreviewPart {
  readonly attemptId: string;
  readonly rail: string;
  readonly method: string;
  readonly gateway: string;
  /** Details that the attempt kept, e.g. a card's last digits. */
  readonly kept: JsonObject;
  /** Minor units. */
  readonly amount: bigint;
  /** Its gateway cannot refund: the school pays it from its own account, once the buyer has given one. */
  readonly isManual: boolean;
}

/** What a refund would do if it were requested now. Amounts are minor units of `currency`. */
export interface RefundPreview {
  readonly orderId: string;
  readonly brand: string;
  readonly currency: Currency;
  /** What goes back: with all that is left of the price, late fees go back too. */
  readonly amount: bigint;
  /** All that may still go back, late fees included. */
  readonly refundable: bigint;
  readonly parts: readonly RefundPreviewPart[];
  /** Above what one person may refund alone: it waits for a second person. */
  readonly needsApproval: boolean;
  /** What one person may still refund of this order alone. */
  readonly withoutApproval: bigint;
  /** Once these parts and those under way are back, nothing of the price is left, and the sale ends. */
  readonly endsSale: boolean;
}

export type RefundPreviewFailure = 'order-not-found' | 'refund-too-large';

/**
 * The division of a refund of `request` minor units (or `all` that is left) over an order's attempts, by the same rule that
 * writes it. Reads only; money that moves afterwards changes the outcome, so the caller sends back the amount that was shown.
 */
export async function previewRefund(
  ctx: Pick<PaymentsContext, 'db' | 'gateways'>,
  orderId: string,
  request: bigint | 'all',
): Promise<Result<RefundPreview, RefundPreviewFailure>> {
  const { db } = ctx;
  const order = await orderById(db, orderId);
  if (!order) return err('order-not-found');
  const lines = await transfersOfOrder(db, orderId);
  const promised = await refundPartsOfOrder(db, orderId);
  const sources = refundSourcesOf(lines, promised);
  const planned = planRefund(sources, request);
  if (!planned) return err('refund-too-large');
  const attempts = await attemptsOfOrder(db, orderId);
  const amount = planned.shares.reduce((sum, share) => sum + share.amount, 0n);
  const alone = await refundedWithoutApproval(db, orderId);
  const limit = singleApprovalLimits[order.currency];
  return ok({
    ...{ orderId, brand: order.brand, currency: order.currency, amount },
    refundable: sources.reduce((sum, { left, late }) => sum + left + late, 0n),
    parts: partsOf(ctx, attempts, planned.shares),
    needsApproval: alone + amount > limit,
    withoutApproval: limit > alone ? limit - alone : 0n,
    endsSale: leavesNoPrice(order, attempts, { lines, promised, shares: planned.shares }),
  });
}

/** One part for each attempt: which of its captures gives it back is the ledger's affair. */
function partsOf(
  { gateways }: Pick<PaymentsContext, 'gateways'>,
  attempts: readonly AttemptRow[],
  shares: readonly RefundShare[],
): RefundPreviewPart[] {
  return attempts.flatMap(({ id: attemptId, rail, method, gateway, kept }) => {
    const amount = sumOf(shares, attemptId);
    if (amount === 0n) return [];
    const isManual = gateways.byId(gateway)?.refund === undefined;
    return [{ attemptId, rail, method, gateway, kept, amount, isManual }];
  });
}

interface Plan {
  readonly lines: readonly RecordedTransfer[];
  readonly promised: readonly RefundPart[];
  readonly shares: readonly RefundShare[];
}

/** Returned money counts as the price first, so that a sale may end before its interest has gone back. */
function leavesNoPrice(
  order: Pick<Order, 'state'>,
  attempts: readonly AttemptRow[],
  { lines, promised, shares }: Plan,
): boolean {
  if (!orderTransitions[order.state].includes('refunded')) return false;
  const open = promised.filter(({ state }) => openRefundPartStates.some((one) => one === state));
  return attempts.every(({ id }) => {
    const owed = open
      .filter(({ attemptId }) => attemptId === id)
      .reduce((sum, { amount, disputed }) => sum + amount - disputed, 0n);
    return netCaptured({ id }, lines).principal <= owed + sumOf(shares, id);
  });
}

function sumOf(shares: readonly RefundShare[], attemptId: string): bigint {
  return shares.reduce((sum, share) => sum + (share.attemptId === attemptId ? share.amount : 0n), 0n);
}
