import type { OrderView } from '#src/domain/orders/index.ts';
import { isChallenge, type RailManifest } from '#src/domain/payments/index.ts';

/** States with a pending result. */
const undecided: ReadonlySet<string> = new Set(['created', 'unknown', 'processing', 'authorized']);

/**
 * The buyer's page by the state of the order's newest attempt. Payment, verification, waiting and parsing all use this
 * rule, so that Back, reload and a second tab show the same page. `rail` is the newest attempt's.
 */
export function pageForOrder({ order, attempts }: OrderView, rail: RailManifest | null): string {
  if (order.state === 'paid' || order.state === 'refunded') return '/success';
  const newest = attempts[0];
  if (!newest || order.state === 'closed') return '/payment';
  // A slip that its bank is still registering is already shown to the buyer.
  const isHandedOver =
    newest.state === 'processing' && newest.instructions !== null && rail !== null && rail.afterStart !== 'result';
  if (newest.state === 'awaiting-buyer' || isHandedOver) {
    if (isChallenge(newest.nextAction)) return '/payment-verification';
    return rail?.waitingPath ?? '/success';
  }
  if (undecided.has(newest.state)) return '/parsing';
  if (newest.state === 'expired' && rail?.renewable && rail.waitingPath) return rail.waitingPath;
  return '/payment';
}
