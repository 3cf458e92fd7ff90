import { useEffect, useState } from 'react';
import { goOn } from './go-on.ts';
import { watchOrder } from './watch-order.ts';

/** What a page that watches its order is given. */
export interface WatchedOrder {
  readonly orderId: string;
  readonly seen: string;
  /** Address of this page: it sends the buyer on to where they belong. */
  readonly here: string;
}

/**
 * Leaves for wherever the order belongs as soon as it stands otherwise than the page shows. Gives whether it asks right
 * now for a buyer who came back to the page.
 */
export function useOrderWatch({ orderId, seen, here }: WatchedOrder): boolean {
  const [isChecking, setIsChecking] = useState(false);
  useEffect(
    () => watchOrder({ orderId, seen, onChange: () => goOn(here), onCheck: setIsChecking }),
    [orderId, seen, here],
  );
  return isChecking;
}
