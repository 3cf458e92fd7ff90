import type { Order } from '../../orders/index.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';

/**
 * The buyer's right of cooling-off on an order:
 *
 * - `open`: may be used until the last day
 * - `done`: was used
 * - `late`: the last day is over; `no-right`: the market's law gives none
 * - `unpaid`: nothing was bought yet; `returned`: everything was refunded before
 */
export type CoolingOffStatus = 'open' | 'done' | 'late' | 'no-right' | 'unpaid' | 'returned';

/** The refund by one attempt. Amounts are minor units. */
export interface RefundPartView {
  readonly attemptId: string;
  readonly rail: string;
  readonly method: string;
  /** Details that the attempt kept, e.g. a card's last digits. */
  readonly kept: JsonObject;
  readonly amount: bigint;
  /** `offered`: by a cooling-off; `wanted`: its gateway is asked; `by-hand`: a manual refund; `disputed`: the buyer's bank decides. */
  readonly state: 'offered' | 'wanted' | 'done' | 'by-hand' | 'disputed' | 'canceled';
  /** The gateway cannot refund: the buyer has to give an account for a manual refund. */
  readonly needsDetails: boolean;
}

/** The cooling-off of an order, as its page shows it. */
export interface CoolingOffView {
  readonly order: Order;
  readonly standing: CoolingOffStatus;
  /** Last day in the market; null where there is no such right, or nothing was bought. */
  readonly lastDay: LocalDate | null;
  /** Time of the request; null before. */
  readonly askedAt: Date | null;
  readonly parts: readonly RefundPartView[];
  /** Manual refunds that the cooling-off did not request: surplus, and refunds by operators or by a rule. */
  readonly owed: readonly RefundPartView[];
  /** The amount of all parts. */
  readonly amount: bigint;
  /** The payout account with its middle masked, e.g. `•••1234`; null until one was given. */
  readonly payoutHint: string | null;
  /** Ends with it: access alone, the subscription too, or only the plan that the order changed to. */
  readonly ends: 'access' | 'subscription' | 'plan';
}

export type CoolingOffFailure = 'order-not-found' | Exclude<CoolingOffStatus, 'open' | 'done'>;
