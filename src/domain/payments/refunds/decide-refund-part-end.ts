/** How the refund that a part requested was booked. */
export interface RecordedRefund {
  /** The part itself has ended: by this refund, or by an equal one before. */
  readonly isEnded: boolean;
  /** Another part that this refund completed. */
  readonly otherPart: string | null;
  /** A surplus that this refund resolved. */
  readonly surplus: { readonly id: string; readonly movementId: string } | null;
}

/**
 * Amounts do not say which of several equal debts of an attempt a refund pays, and a fact of it is booked for the oldest. The job
 * that requested the refund corrects this:
 *
 * - `swap`: it completed another part, which is owed again; that part's own key finds or makes its own refund.
 * - `exchange`: it resolved a surplus, and the ledger cannot be changed. The part then is refunded in the surplus's place: under its
 *   key and by its capture, so that a refund which was made there already is found and none is made twice.
 */
export type RefundPartEnd =
  | { readonly kind: 'ended' }
  | { readonly kind: 'unknown' }
  | { readonly kind: 'swap'; readonly other: string }
  | { readonly kind: 'exchange'; readonly key: string; readonly captureId: string };

export function decideRefundPartEnd({ isEnded, otherPart, surplus }: RecordedRefund): RefundPartEnd {
  if (isEnded) return { kind: 'ended' };
  if (otherPart !== null) return { kind: 'swap', other: otherPart };
  if (surplus !== null) return { kind: 'exchange', key: surplus.id, captureId: surplus.movementId };
  return { kind: 'unknown' };
}
