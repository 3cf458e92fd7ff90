import { useEffect, useState } from 'react';
import { navigateOnce } from './navigate-once.ts';
import { watchOrder } from './watch-order.ts';

/** Inputs of a page that watches its order. */
export interface WatchedOrder {
  readonly orderId: string;
  readonly knownState: string;
  /** Address of this page: it redirects the buyer to their current page. */
  readonly here: string;
}

/**
 * Reloads the page's address as soon as the order's status differs from the page's. Returns whether a poll for a returning
 * buyer is under way.
 */
export function useOrderWatch({ orderId, knownState, here }: WatchedOrder): boolean {
  const [isChecking, setIsChecking] = useState(false);
  useEffect(
    () => watchOrder({ orderId, knownState, onChange: () => navigateOnce(here), onCheck: setIsChecking }),
    [orderId, knownState, here],
  );
  return isChecking;
}
