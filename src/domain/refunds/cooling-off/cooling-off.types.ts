import type { Order } from '../../orders/index.ts';
import type { JsonObject } from '#src/kernel/json/json.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';

/**
 * How an order stands to its buyer's right to go back on it:
 *
 * - `open`: it may be withdrawn from until the last day
 * - `done`: it was
 * - `late`: the last day is over; `no-right`: the market's law gives none
 * - `unpaid`: nothing was bought yet; `returned`: everything had gone back before
 */
export type CoolingOffStatus = 'open' | 'done' | 'late' | 'no-right' | 'unpaid' | 'returned';

/** What goes back by one attempt. Amounts are minor units. */
export interface RefundPartView {
  readonly attemptId: string;
  readonly rail: string;
  readonly method: string;
  /** What the attempt kept, e.g. a card's last digits. */
  readonly kept: JsonObject;
  readonly amount: bigint;
  /** `offered`: on a withdrawal; `wanted`: its company is being asked; `by-hand`: a person pays it out; `disputed`: the buyer's bank decides. */
  readonly state: 'offered' | 'wanted' | 'done' | 'by-hand' | 'disputed' | 'canceled';
  /** No company gives this money back by itself: it is paid out to where the buyer says. */
  readonly needsDetails: boolean;
}

/** An order as the page of its withdrawal shows it. */
export interface CoolingOffView {
  readonly order: Order;
  readonly standing: CoolingOffStatus;
  /** Last day in the market; null where there is no such right, or nothing was bought. */
  readonly lastDay: LocalDate | null;
  /** When it was asked for; null before. */
  readonly askedAt: Date | null;
  readonly parts: readonly RefundPartView[];
  /** What a person owes the buyer that no withdrawal asked for: surplus, and refunds by the staff or by a rule. */
  readonly owed: readonly RefundPartView[];
  /** What goes back in all. */
  readonly amount: bigint;
  /** The buyer's key or account as its owner knows it again, e.g. `•••1234`; null until one was given. */
  readonly payoutHint: string | null;
  /** What is over with it: access alone, the subscription too, or only the plan that it changed to. */
  readonly ends: 'access' | 'subscription' | 'plan';
}

export type CoolingOffFailure = 'order-not-found' | Exclude<CoolingOffStatus, 'open' | 'done'>;
