import { useEffect, useState } from 'react';
import { navigateOnce } from './navigate-once.ts';
import { watchOrder } from './watch-order.ts';

/** What a page that watches its order is given. */
export interface WatchedOrder {
  readonly orderId: string;
  readonly knownState: string;
  /** Address of this page: it sends the buyer on to where they belong. */
  readonly here: string;
}

/**
 * Leaves for wherever the order belongs as soon as it stands otherwise than the page shows. Gives whether it asks right
 * now for a buyer who came back to the page.
 */
export function useOrderWatch({ orderId, knownState, here }: WatchedOrder): boolean {
  const [isChecking, setIsChecking] = useState(false);
  useEffect(
    () => watchOrder({ orderId, knownState, onChange: () => navigateOnce(here), onCheck: setIsChecking }),
    [orderId, knownState, here],
  );
  return isChecking;
}
