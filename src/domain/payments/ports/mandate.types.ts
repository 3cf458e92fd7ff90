import type { Money } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { ChargeInterval } from '../../catalog/terms/index.ts';

/**
 * A buyer's standing permission to be charged each billing period:
 *
 * - `created`: requested, and not answered yet
 * - `approved`: the buyer approved it at their bank
 * - `rejected`, `expired`: refused, or not answered in time
 * - `canceled`: ended by the buyer, their bank or us
 */
export const mandateStates = ['created', 'approved', 'rejected', 'expired', 'canceled'] as const;
export type MandateState = (typeof mandateStates)[number];

/**
 * Allowed transitions; the same state again is no change. An ended mandate stays ended: the buyer is asked for a new
 * one.
 */
export const mandateTransitions: Readonly<Record<MandateState, readonly MandateState[]>> = {
  created: ['approved', 'rejected', 'expired', 'canceled'],
  approved: ['canceled'],
  rejected: [],
  expired: [],
  canceled: [],
};

export function mayMoveMandate(from: MandateState, to: MandateState): boolean {
  return from === to || mandateTransitions[from].includes(to);
}

/** Terms of a mandate that the buyer approves. */
export interface MandateTerms {
  /** Price of each billing period. */
  readonly price: Money;
  /** Price of the first billing period, where it differs. Shown to the buyer; no mandate scheme knows it. */
  readonly first?: Money;
  readonly period: ChargeInterval;
  /** Day of the first charge, in the market: the payment of today covers the time before it. */
  readonly firstDueOn: LocalDate;
}

/** The state of a mandate as its gateway reports it. */
export interface MandateFact {
  /** The gateway's id of the mandate. */
  readonly reference: string;
  readonly state: MandateState;
  readonly terms: MandateTerms;
  /** The party that ended it, where it was ended. */
  readonly endedBy?: 'payer' | 'payee' | 'bank';
}

/** One attempt of a gateway to collect a mandate charge. */
export interface MandateChargeAttempt {
  readonly on: LocalDate;
  readonly state: 'planned' | 'paid' | 'failed';
}

/** Rules of a mandate scheme: when charges are sent and retried. */
export interface MandateRules {
  /** A charge is sent so many local days before it falls due: first and last day. */
  readonly sendDaysBefore: { readonly earliest: number; readonly latest: number };
  /** After a failed charge: how many retries, each on a day of its own, up to so many days after the due date. */
  readonly retries: { readonly most: number; readonly withinDays: number };
}

/** A stored mandate. */
export interface Mandate {
  readonly id: string;
  /** The order that it was requested with, and the attempt that shows it. */
  readonly orderId: string;
  readonly attemptId: string;
  readonly gateway: string;
  readonly reference: string;
  readonly state: MandateState;
  readonly terms: MandateTerms;
  readonly createdAt: Date;
}
