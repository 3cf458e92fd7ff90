/** What a refund was written down as that a part of ours had asked for. */
export interface RecordedRefund {
  /** The part itself has ended: by this refund, or by an equal one before. */
  readonly isEnded: boolean;
  /** Another part that this refund has ended. */
  readonly otherPart: string | null;
  /** Money that came unasked, which this refund has given back. */
  readonly surplus: { readonly id: string; readonly movementId: string } | null;
}

/**
 * Amounts do not say which of several equal debts of an attempt a refund pays, and whoever hears of it first takes it for
 * the oldest. Who asked for it knows better:
 *
 * - `swap`: it ended another part, which is owed again; that part's own key finds or makes its own refund.
 * - `exchange`: it ended a surplus, and the books cannot be written again. The part then goes back in the surplus's place:
 *   under its key and by its capture, so that a refund which was made there already is found and none is made twice.
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
