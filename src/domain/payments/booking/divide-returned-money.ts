import { allocateReturnedMoney, type NetCapture, type ReturnedMoneyParts } from './allocate-returned-money.ts';
import type { Movement } from '../ports/gateway.port.ts';

/** Money that came unasked and was not given back yet. */
export interface UnreturnedSurplus {
  readonly amount: bigint;
  readonly currency: string;
  /** When it came; unknown for money that another order was told of. */
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
