import type { Movement } from '../ports/gateway.port.ts';

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

/** What the attempt brought for this order, less what went back of it. */
export function netCaptured(
  attempt: { readonly id: string },
  lines: readonly { readonly attemptId: string; readonly kind: string; readonly amount: bigint }[],
): NetCapture {
  const sum = (part: 'principal' | 'interest' | 'late-fee'): bigint =>
    lines
      .filter((line) => line.attemptId === attempt.id && line.kind.endsWith(`-${part}`))
      .reduce((total, line) => total + (isIncoming(line) ? line.amount : -line.amount), 0n);
  return { principal: sum('principal'), interest: sum('interest'), late: sum('late-fee') };
}

function isIncoming({ kind }: { readonly kind: string }): boolean {
  return kind.startsWith('capture-') || kind.startsWith('dispute-won-');
}

/** Money that came unasked and was not given back yet. */
export interface UnreturnedSurplus {
  readonly amount: bigint;
  readonly currency: string;
  /** When it came; unknown for money that another order reported. */
  readonly came: Date | undefined;
}

export type DividedReturnedMoney<S> =
  | { readonly kind: 'surplus'; readonly surplus: S }
  | { readonly kind: 'sale'; readonly parts: ReturnedMoneyParts };

const nothing: NetCapture = { principal: 0n, interest: 0n, late: 0n };

/**
 * What money that went back was: as much as an open surplus of its attempt that had come by then is that surplus; otherwise
 * it is what the attempt still `held` of its sale, and more than that a loss. Money of another currency is of no sale.
 */
export function divideReturnedMoney<S extends UnreturnedSurplus>(
  movement: Pick<Movement, 'amount' | 'currency' | 'at'>,
  surpluses: readonly S[],
  sale: { readonly currency: string; readonly held: NetCapture },
): DividedReturnedMoney<S> {
  const surplus = surpluses.find(({ amount, currency, came }) => {
    const isSame = amount === movement.amount && currency === movement.currency;
    return isSame && came !== undefined && came <= movement.at;
  });
  if (surplus) return { kind: 'surplus', surplus };
  const held = movement.currency === sale.currency ? sale.held : nothing;
  return { kind: 'sale', parts: allocateReturnedMoney(movement.amount, held) };
}
