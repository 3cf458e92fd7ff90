import { z } from 'zod';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { isLocalDate, type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan } from '../catalog/index.ts';
import { chargeCalendar, type ChargePeriod, chargePeriods } from '../subscriptions/index.ts';
import type { RecurringTerms } from './recurrence.types.ts';

const periodByMonths: Readonly<Record<number, ChargePeriod>> = {
  1: 'monthly',
  3: 'quarterly',
  6: 'half-yearly',
  12: 'yearly',
};

/**
 * What may be agreed to beside paying for a plan on a day of the market; null for a plan that does not go on by itself
 * (the plan types `recurrency` and `monthly` do), or whose term no scheme has a period for.
 */
export function recurringTermsOf(
  plan: Pick<Plan, 'planType' | 'price' | 'cycles' | 'trial'>,
  today: LocalDate,
): RecurringTerms | null {
  const period = periodByMonths[plan.cycles];
  const goesOn = plan.planType === 'recurrency' || plan.planType === 'monthly';
  if (!goesOn || period === undefined) return null;
  return { price: plan.price, period, firstDueOn: chargeCalendar(plan, today, true).nextChargeOn };
}

const schema = z.object({
  amount: z.int().min(1),
  currency: z.enum(['BRL', 'MZN', 'PEN']),
  period: z.enum(chargePeriods),
  firstDueOn: z.string().refine(isLocalDate),
});

/** The terms as they travel to a gateway and are kept with an attempt; back again, null when they are something else. */
export function writeRecurringTerms({ price, period, firstDueOn }: RecurringTerms): JsonObject {
  return { amount: unitsToJson(price.amount), currency: price.currency, period, firstDueOn };
}

export function readRecurringTerms(json: JsonValue | undefined): RecurringTerms | null {
  const parsed = schema.safeParse(json);
  if (!parsed.success) return null;
  const { amount, currency, period, firstDueOn } = parsed.data;
  return { price: { amount: BigInt(amount), currency }, period, firstDueOn: requireLocalDate(firstDueOn) };
}
