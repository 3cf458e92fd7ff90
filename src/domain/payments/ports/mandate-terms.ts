import { z } from 'zod';
import type { JsonObject, JsonValue } from '#src/kernel/json/json.ts';
import { unitsToJson } from '#src/kernel/money/money-json.ts';
import { isLocalDate, type LocalDate, requireLocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan } from '../../catalog/products/index.ts';
import {
  chargeCalendar,
  type ChargeInterval,
  chargeIntervals,
  planRenews,
  type PlanKind,
} from '../../catalog/terms/index.ts';
import type { MandateTerms } from './mandate.types.ts';

const periodByMonths: Readonly<Record<number, ChargeInterval>> = {
  1: 'monthly',
  3: 'quarterly',
  6: 'half-yearly',
  12: 'yearly',
};

/** The charge interval of a billing period of so many months; null where no scheme has it. */
export function chargeIntervalOf(months: number): ChargeInterval | null {
  return periodByMonths[months] ?? null;
}

/**
 * Whether the next billing periods of a plan may be collected by a mandate: of the plan types `recurrency` and
 * `monthly`.
 */
export function allowsMandate({ planType }: Pick<Plan, 'planType'>): boolean {
  return planType === 'recurrency' || planType === 'monthly';
}

/** The part of a quote that the next billing periods are priced from. */
export interface QuotedPeriod {
  readonly lines: readonly { readonly kind: string; readonly amount: bigint }[];
  readonly discount: bigint;
}

/** Lines of a quote that recur in each billing period; order bumps do not. */
const recurringLineKinds: ReadonlySet<string> = new Set(['main', 'profiles', 'upsell']);

/**
 * The charges of the next billing periods of a plan that is paid now, as the buyer approves them; null for a plan that
 * does not renew. The voucher lowers the first period only, unless `everyTerm` says otherwise.
 */
export function renewalTermsOf(
  plan: Pick<Plan, 'price' | 'trial'> & PlanKind,
  quoted: QuotedPeriod,
  { today, everyTerm }: { readonly today: LocalDate; readonly everyTerm: boolean },
): MandateTerms | null {
  const period = periodByMonths[plan.cycles];
  if (period === undefined || !planRenews(plan)) return null;
  const amount = quoted.lines.reduce((sum, line) => (recurringLineKinds.has(line.kind) ? sum + line.amount : sum), 0n);
  return {
    price: { amount: amount + (everyTerm ? 0n : quoted.discount), currency: plan.price.currency },
    period,
    firstDueOn: chargeCalendar(plan, today, true).nextChargeOn,
  };
}

const schema = z.object({
  amount: z.int().min(1),
  currency: z.enum(['BRL', 'MZN', 'PEN']),
  period: z.enum(chargeIntervals),
  firstDueOn: z.string().refine(isLocalDate),
});

/** Serializes terms for a gateway and for the attempt; parsing returns null for anything else. */
export function serializeMandateTerms({ price, period, firstDueOn }: MandateTerms): JsonObject {
  return { amount: unitsToJson(price.amount), currency: price.currency, period, firstDueOn };
}

export function parseMandateTerms(json: JsonValue | undefined): MandateTerms | null {
  const parsed = schema.safeParse(json);
  if (!parsed.success) return null;
  const { amount, currency, period, firstDueOn } = parsed.data;
  return { price: { amount: BigInt(amount), currency }, period, firstDueOn: requireLocalDate(firstDueOn) };
}
