import type { JsonObject } from '#src/kernel/json/json.ts';
import { type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan } from '../products/index.ts';
import { chargeCalendar } from './charge-calendar.ts';
import { planRenews, type PlanKind } from './plan-renews.ts';

/** Free time as a buyer is shown it and accepts it. Days are of the market; the amount is minor units of the quote's currency. */
export interface TrialTerms {
  readonly unit: 'day' | 'month';
  readonly count: number;
  readonly startsOn: LocalDate;
  /** Last free day. */
  readonly freeUntil: LocalDate;
  readonly firstChargeOn: LocalDate;
  /** What is charged then, and for how many people it is. */
  readonly amount: bigint;
  readonly people: number;
  /** What the terms after that cost. */
  readonly termAmount: bigint;
}

/**
 * The free time of a plan that begins today, and what its first charge will be; null for a plan without any, or one that
 * ends with its term: nobody would charge it later.
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

/** Whether a buyer who agreed to one agreed to the other too: the days, and what is charged, are the same. */
export function isSameTrial(one: TrialTerms | null, other: TrialTerms | null): boolean {
  if (one === null || other === null) return one === other;
  return (
    one.startsOn === other.startsOn &&
    one.firstChargeOn === other.firstChargeOn &&
    one.amount === other.amount &&
    one.termAmount === other.termAmount
  );
}

/** Terms as a quote keeps them: the amount is text, so that no digit is lost. */
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
