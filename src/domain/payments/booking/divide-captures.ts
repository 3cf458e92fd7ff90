import type { Currency } from '#src/kernel/money/money.ts';
import { type Allocation, allocateMovement } from './allocate-movement.ts';
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
