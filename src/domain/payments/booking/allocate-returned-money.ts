/** What an attempt still holds of an order's price, of its installment interest and of what being late cost, in minor units. */
export interface NetCapture {
  readonly principal: bigint;
  readonly interest: bigint;
  readonly late: bigint;
}

export interface ReturnedMoneyParts extends NetCapture {
  /** More went back than the attempt had brought. */
  readonly excess: bigint;
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

/**
 * Divides money that went back the way money that came was divided: first the price, then the interest, then
 * what being late cost; what is more than all of it is a loss that somebody has to look into. The four parts always sum to
 * `amount`.
 */
export function allocateReturnedMoney(amount: bigint, held: NetCapture): ReturnedMoneyParts {
  const principal = smaller(amount, held.principal);
  const interest = smaller(amount - principal, held.interest);
  const late = smaller(amount - principal - interest, held.late);
  return { principal, interest, late, excess: amount - principal - interest - late };
}
