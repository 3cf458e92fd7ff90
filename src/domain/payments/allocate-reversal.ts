/** What an attempt still holds of an order's price and of its installment interest, in minor units. */
export interface Holding {
  readonly principal: bigint;
  readonly interest: bigint;
}

export interface ReversalParts extends Holding {
  /** More went back than the attempt had brought. */
  readonly excess: bigint;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Divides money that went back the way money that came was divided: first the price, then the interest; what is more
 * than both is a loss that somebody has to look into. The three parts always sum to `amount`.
 */
export function allocateReversal(amount: bigint, held: Holding): ReversalParts {
  const principal = smaller(amount, held.principal);
  const interest = smaller(amount - principal, held.interest);
  return { principal, interest, excess: amount - principal - interest };
}
