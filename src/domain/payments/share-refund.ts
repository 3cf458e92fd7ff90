/** What one tender brought of an order's money, and what of it has not gone back or been promised; minor units. */
export interface RefundLeg {
  readonly brought: bigint;
  readonly left: bigint;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Divides a refund over the tenders of an order (docs/decisions/0025): each gives back in proportion to what it brought,
 * rounded down, the odd minor units go to the first, and none more than it has left; what one has not left is asked of the
 * others, the first first. The shares sum to `amount` exactly. Null when all together have less left than that.
 */
export function shareRefund(amount: bigint, legs: readonly RefundLeg[]): readonly bigint[] | null {
  const left = legs.reduce((sum, leg) => sum + leg.left, 0n);
  if (amount <= 0n || amount > left) return null;
  const brought = legs.reduce((sum, leg) => sum + leg.brought, 0n);
  const fair = legs.map((leg) => (amount * leg.brought) / brought);
  const shares = legs.map((leg, index) => smaller(fair[index] ?? 0n, leg.left));
  let missing = amount - shares.reduce((sum, share) => sum + share, 0n);
  return shares.map((share, index) => {
    const more = smaller(missing, (legs[index]?.left ?? 0n) - share);
    missing -= more;
    return share + more;
  });
}
