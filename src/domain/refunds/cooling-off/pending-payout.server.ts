import { err, type Result } from '#src/kernel/result/result.ts';
import type { Currency } from '#src/kernel/money/money.ts';
import type { OnWritten } from '../../base-context.server.ts';
import type { RefundsContext } from '../context.server.ts';
import { formatOrderReference } from '../../orders/index.server.ts';
import {
  isException,
  recordManualRefund,
  recordManualSurplusRefund,
  type ManualRefundFailure,
} from '../../payments/index.server.ts';
import { type KnownPayer, knownPayer } from './known-payer.ts';
import { deletePayoutDetails, payoutHoldMs, payoutValue } from './payout-details.server.ts';
import {
  isPayoutGivenAfter,
  type PayoutRow,
  pendingPayoutRow,
  pendingPayoutRows,
} from './payout-details.repository.server.ts';
import type { Payout } from './parse-payout.ts';

/** A manual refund. Amounts are minor units. */
export interface PendingPayout {
  /** Id of a refund part or of a surplus. */
  readonly partId: string;
  readonly kind: 'refund' | 'surplus';
  /** `disputed`: the buyer's bank holds the money, and nothing may be paid. */
  readonly state: 'by-hand' | 'disputed';
  readonly orderId: string;
  readonly orderNumber: bigint;
  /** The reference that its buyer knows. */
  readonly orderReference: string;
  readonly amount: bigint;
  readonly currency: Currency;
  readonly askedAt: Date;
  /** The account has to be the payer's. */
  readonly payer: KnownPayer;
  /** Amount that open disputes hold of the same attempt. */
  readonly disputed: bigint;
  /** The account; null until the buyer has given one. */
  readonly to: PayoutTarget | null;
}

interface PayoutTarget {
  readonly kind: Payout['kind'];
  readonly value: string;
  readonly givenAt: Date;
  /** End of its hold. */
  readonly payableAt: Date;
  /** Another account was given before it. */
  readonly hasChanged: boolean;
}

/**
 * Manual refunds of some brands (null: of all): at most 200, those with an account before those without, each oldest first. For
 * operators only.
 */
export async function pendingPayouts(
  ctx: RefundsContext,
  brands: readonly string[] | null = null,
): Promise<readonly PendingPayout[]> {
  const rows = await pendingPayoutRows(ctx.db, brands);
  return rows.map((row) => toPayout(ctx, row));
}

/** One manual refund, for the person who pays it; null when it is not owed. */
export async function pendingPayoutById(ctx: RefundsContext, id: string): Promise<PendingPayout | null> {
  const row = await pendingPayoutRow(ctx.db, id);
  return row && toPayout(ctx, row);
}

function toPayout(ctx: RefundsContext, row: PayoutRow): PendingPayout {
  return {
    ...{ partId: row.id, kind: row.what, state: row.state, orderId: row.order_id, orderNumber: row.number },
    orderReference: formatOrderReference(row.reference),
    ...{ amount: row.amount, currency: row.currency, askedAt: row.requested_at },
    ...{ payer: knownPayer(row.payer), disputed: row.disputed, to: payoutTargetOf(ctx, row) },
  };
}

function payoutTargetOf(
  ctx: RefundsContext,
  { kind, sealed, given_at: givenAt, changes }: PayoutRow,
): PayoutTarget | null {
  const value = sealed === null ? null : payoutValue(ctx, sealed);
  if (kind === null || value === null || givenAt === null) return null;
  return { kind, value, givenAt, payableAt: new Date(givenAt.getTime() + payoutHoldMs), hasChanged: changes > 1 };
}

/** `payout-paused`: the account was given or changed less than a day ago. */
export type CompleteManualRefundFailure = ManualRefundFailure | 'payout-paused';

/**
 * Completes a manual refund of a refund part or a surplus, by the bank's reference of the payment. The account is deleted with
 * the last manual refund of the order.
 */
export async function completeManualRefund(
  ctx: RefundsContext,
  id: string,
  paid: { readonly reference: string; readonly by: string },
  onWritten?: OnWritten,
): Promise<Result<{ readonly orderId: string }, CompleteManualRefundFailure>> {
  // A refund that has ended is not on hold: the same call again is answered as before.
  const heldSince = new Date(ctx.clock.now().getTime() - payoutHoldMs);
  if (await isPayoutGivenAfter(ctx.db, id, heldSince)) return err('payout-paused');
  const done = (await isException(ctx.db, id))
    ? await recordManualSurplusRefund(ctx, id, paid, onWritten)
    : await recordManualRefund(ctx, id, paid.reference, onWritten);
  if (done.ok) await deletePayoutDetails(ctx.db, done.value.orderId);
  return done;
}
