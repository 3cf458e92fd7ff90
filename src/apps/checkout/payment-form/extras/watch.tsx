import { useEffect } from 'react';
import { navigateOnce } from '../../site/order-status/navigate-once.ts';
import { useOrderWatch, type WatchedOrder } from '../../site/order-status/use-order-watch.ts';

export interface PaymentWatchProps {
  readonly watch: WatchedOrder;
  /** After so many seconds the page asks again how the order stands; null = nothing ends by itself. */
  readonly secondsLeft: number | null;
}

/** Moves the page on when its order is paid elsewhere, or what is kept of it has gone back. */
function PaymentWatch({ watch, secondsLeft }: PaymentWatchProps) {
  useOrderWatch(watch);
  const { here } = watch;
  useEffect(() => {
    if (secondsLeft === null) return undefined;
    const timer = setTimeout(() => navigateOnce(here), (secondsLeft + 2) * 1000);
    return () => clearTimeout(timer);
  }, [secondsLeft, here]);
  return null;
}

/** An order that was begun: only pages that come back to one load this. */
export const paymentExtra = PaymentWatch;
