/** What one part of an order's price still expects, in minor units. */
export interface Expectation {
  /** Price part of the tender that has not come in yet. */
  readonly principal: bigint;
  /** Installment interest of the tender that has not come in yet. */
  readonly interest: bigint;
  /** What the whole order is still owed; another tender may have paid it meanwhile. */
  readonly orderRemaining: bigint;
  /** Fine and interest for being late that are in this money, as its gateway says. */
  readonly lateFee?: bigint;
}

export interface Allocation {
  readonly principal: bigint;
  readonly interest: bigint;
  /** Owed for being late: no part of the price, and not the buyer's either. */
  readonly late: bigint;
  /** Not asked for: paid twice, too much, or after the order was paid otherwise. */
  readonly surplus: bigint;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Divides money that arrived: first the price, then the interest, then what being late costs, the rest is the buyer's.
 * Money for an order that owes nothing is all surplus (interest on a price already paid was not agreed to).
 * The four parts always sum to `amount`.
 */
export function allocateMovement(amount: bigint, expected: Expectation): Allocation {
  const principal = smaller(amount, smaller(expected.principal, expected.orderRemaining));
  if (principal <= 0n) return { principal: 0n, interest: 0n, late: 0n, surplus: amount };
  const interest = smaller(amount - principal, expected.interest);
  const late = smaller(amount - principal - interest, expected.lateFee ?? 0n);
  return { principal, interest, late, surplus: amount - principal - interest - late };
}
