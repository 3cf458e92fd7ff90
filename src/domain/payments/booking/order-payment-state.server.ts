import { type OrderState, orderTransitions } from '../../orders/index.ts';

/** State of an order once its captures are booked. */
export interface OrderPaymentState {
  readonly state: OrderState;
  readonly received: bigint;
}

/**
 * Whether late money pays an order that was given up: its successor has brought no money, and this pays the price whole; or
 * there is no successor. What the order had kept must be free besides.
 */
export function mayReopenOrder(
  order: { readonly total: bigint },
  successor: { readonly state: OrderState } | null,
  arriving: bigint,
): boolean {
  return successor === null || (successor.state === 'open' && arriving >= order.total);
}

/** What an order's money says about its state, as far as its table lets it move. */
export function stateAfterPayment(state: OrderState, total: bigint, received: bigint): OrderState {
  const wanted = received >= total ? 'paid' : received > 0n ? 'partly-paid' : state;
  return orderTransitions[state].includes(wanted) ? wanted : state;
}

/** Whether nothing is left of an order's money, and its table lets it end so. */
export function isFullyReturned(state: OrderState, received: bigint, returned: bigint): boolean {
  return returned >= received && orderTransitions[state].includes('refunded');
}
