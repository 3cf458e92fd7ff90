/** What one tender brought of an order's money, and what of it has not gone back or been promised; minor units. */
export interface RefundTender {
  readonly brought: bigint;
  readonly left: bigint;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Divides a refund over the tenders of an order (docs/decisions/0024): each gives back in proportion to what it brought,
 * rounded down, the odd minor units go to the first, and none more than it has left; what one has not left is asked of the
 * others, the first first. The shares sum to `amount` exactly. Null when all together have less left than that.
 */
export function shareRefund(amount: bigint, tenders: readonly RefundTender[]): readonly bigint[] | null {
  const left = tenders.reduce((sum, tender) => sum + tender.left, 0n);
  if (amount <= 0n || amount > left) return null;
  const brought = tenders.reduce((sum, tender) => sum + tender.brought, 0n);
  const fair = tenders.map((tender) => (amount * tender.brought) / brought);
  const shares = tenders.map((tender, index) => smaller(fair[index] ?? 0n, tender.left));
  let missing = amount - shares.reduce((sum, share) => sum + share, 0n);
  return shares.map((share, index) => {
    const more = smaller(missing, (tenders[index]?.left ?? 0n) - share);
    missing -= more;
    return share + more;
  });
}
