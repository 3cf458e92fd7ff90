import type { Currency } from '#src/kernel/money/money.ts';
import type { Movement } from '../ports/gateway.port.ts';

/** What the books say of a price before new money is looked at. Minor units. */
export interface CapturedSoFar {
  /** Price part of the whole order. */
  readonly orderReceived: bigint;
  /** Of the tender whose attempt took the new money. Its interest is paid by what completes it, so none of it came before. */
  readonly tenderPrincipal: bigint;
}

/** What is asked for. Minor units of `currency`. */
export interface PriceDue {
  readonly total: bigint;
  readonly currency: Currency;
  readonly principal: bigint;
  readonly interest: bigint;
  /** The order is over: whatever comes is the buyer's. */
  readonly isOver: boolean;
}

export interface DividedCaptures {
  readonly parts: readonly { readonly movement: Movement; readonly part: Allocation }[];
  readonly after: CapturedSoFar;
  /** All that came, in minor units. */
  readonly captured: bigint;
}

/** Divides captures that are not in the books yet, one after the other: what each pays of a price, and what is nobody's. */
export function divideCaptures(fresh: readonly Movement[], asked: PriceDue, before: CapturedSoFar): DividedCaptures {
  let { orderReceived, tenderPrincipal } = before;
  let captured = 0n;
  const parts = fresh.map((movement) => {
    const wanted = movement.currency === asked.currency && !asked.isOver;
    const part = allocateMovement(movement.amount, {
      principal: wanted ? asked.principal - tenderPrincipal : 0n,
      interest: wanted ? asked.interest : 0n,
      orderRemaining: wanted ? asked.total - orderReceived : 0n,
      lateFee: movement.lateFee ?? 0n,
    });
    orderReceived += part.principal;
    tenderPrincipal += part.principal;
    captured += movement.amount;
    return { movement, part };
  });
  return { parts, after: { orderReceived, tenderPrincipal }, captured };
}

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
