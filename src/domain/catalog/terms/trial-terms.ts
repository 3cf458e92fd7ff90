import type { JsonObject } from '#src/kernel/json/json.ts';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan } from '../products/index.ts';
import { chargeCalendar, type PlanKind, planRenews } from './charge-calendar.ts';

/** A trial as its buyer accepts it. Days are of the market; amounts are minor units of the quote's currency. */
export interface TrialTerms {
  readonly unit: 'day' | 'month';
  readonly count: number;
  readonly startsOn: LocalDate;
  /** Last free day. */
  readonly freeUntil: LocalDate;
  readonly firstChargeOn: LocalDate;
  /** The first charge, and for how many people it is. */
  readonly amount: bigint;
  readonly people: number;
  /** The price of each later billing period. */
  readonly termAmount: bigint;
}

/**
 * The trial of a plan that begins today, with its first charge; null for a plan without one, or one that does not renew and
 * would never be charged.
 */
export function trialTerms(
  plan: Pick<Plan, 'trial' | 'cycles'> & PlanKind,
  today: LocalDate,
  cost: Pick<TrialTerms, 'amount' | 'people' | 'termAmount'>,
): TrialTerms | null {
  const { freeUntil, nextChargeOn } = chargeCalendar(plan, today, false);
  if (!plan.trial || !freeUntil || cost.amount === 0n || !planRenews(plan)) return null;
  return { ...plan.trial, startsOn: today, freeUntil, firstChargeOn: nextChargeOn, ...cost };
}

/** Whether two trials have the same days and charges, so that an acceptance of one is one of the other. */
export function isSameTrial(one: TrialTerms | null | undefined, other: TrialTerms | null | undefined): boolean {
  if (!one || !other) return !one === !other;
  return (
    one.startsOn === other.startsOn &&
    one.firstChargeOn === other.firstChargeOn &&
    one.amount === other.amount &&
    one.termAmount === other.termAmount
  );
}

/** Reads the terms of a quote's row: amounts are text, so that no digit is lost. */
export function parseTrialTerms(json: JsonObject): TrialTerms {
  return {
    unit: json['unit'] === 'month' ? 'month' : 'day',
    count: Number(json['count']),
    startsOn: requireLocalDate(String(json['startsOn'])),
    freeUntil: requireLocalDate(String(json['freeUntil'])),
    firstChargeOn: requireLocalDate(String(json['firstChargeOn'])),
    amount: BigInt(String(json['amount'])),
    people: Number(json['people']),
    termAmount: BigInt(String(json['termAmount'])),
  };
}
