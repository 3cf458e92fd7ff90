import { useEffect } from 'react';
import { navigateOnce } from '../../site/order-status/navigate-once.ts';
import { useOrderWatch, type WatchedOrder } from '../../site/order-status/use-order-watch.ts';

export interface PaymentWatchProps {
  readonly watch: WatchedOrder;
  /** After so many seconds the page polls the order; null = no expiry. */
  readonly secondsLeft: number | null;
}

/** Leaves the page when its order is paid elsewhere, or when its reserved parts are released. */
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

/** The polling of an existing order: only pages with one load it. */
export const paymentExtra = PaymentWatch;
