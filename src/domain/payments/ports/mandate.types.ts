import type { Money } from '#src/kernel/money/money.ts';
import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { ChargeInterval } from '../../catalog/terms/index.ts';

/**
 * A buyer's standing consent that a gateway collects every cycle:
 *
 * - `created`: asked for, and not answered yet
 * - `approved`: the buyer said yes at their bank
 * - `rejected`, `expired`: no, or no answer in time
 * - `canceled`: ended by the buyer, their bank or us
 */
export const mandateStates = ['created', 'approved', 'rejected', 'expired', 'canceled'] as const;
export type MandateState = (typeof mandateStates)[number];

/** Where each state may go; staying is no change. What ended never comes back: the buyer is asked anew. */
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

/** What a buyer is asked to agree to. */
export interface MandateTerms {
  /** What each cycle costs. */
  readonly price: Money;
  /** What the first one costs, where that is another sum. For the words of an agreement: no scheme of consents knows it. */
  readonly first?: Money;
  readonly period: ChargeInterval;
  /** Day of the first charge, in the market: what is paid now covers the time before it. */
  readonly firstDueOn: LocalDate;
}

/** What a gateway says about a consent. */
export interface MandateFact {
  /** The gateway's id of it. */
  readonly reference: string;
  readonly state: MandateState;
  readonly terms: MandateTerms;
  /** Who ended it, where it was ended. */
  readonly endedBy?: 'payer' | 'payee' | 'bank';
}

/** One try of a gateway to take the money of a cycle. */
export interface MandateChargeAttempt {
  readonly on: LocalDate;
  readonly state: 'planned' | 'paid' | 'failed';
}

/** How a gateway collects by consent: facts of the scheme, by which domain and jobs keep their calendar. */
export interface MandateRules {
  /** A charge is sent so many days before it falls due, in local days: first day and last day. */
  readonly sendDaysBefore: { readonly earliest: number; readonly latest: number };
  /** After a charge failed: how many more tries, each on a day of its own, up to so many days after the due date. */
  readonly retries: { readonly most: number; readonly withinDays: number };
}

/** A consent as it is kept. */
export interface Mandate {
  readonly id: string;
  /** The order that it was asked for with, and the attempt that shows it. */
  readonly orderId: string;
  readonly attemptId: string;
  readonly gateway: string;
  readonly reference: string;
  readonly state: MandateState;
  readonly terms: MandateTerms;
  readonly createdAt: Date;
}
