import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { Money } from '#src/kernel/money/money.ts';
import { formatLocalDate, type LocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan } from '../../catalog/products/index.ts';
import type { ComputedQuote } from '../../checkout/quotes/index.ts';
import { planRenews } from '../../catalog/terms/index.ts';
import { renewalTermsOf } from '../../payments/index.ts';

/** What a plan's price pays for and what is charged after it, as its buyer reads before and after paying. */
export interface PlanTerms {
  /** Months of access that the price pays for; null for a ticket. */
  readonly months: number | null;
  /** The next billing period; null where the plan ends with the one that is paid. */
  readonly renewal: {
    readonly dueOn: LocalDate;
    readonly price: Money;
    /** Whether a payment profile or a mandate is charged; else an invoice is sent, which the buyer may leave unpaid. */
    readonly isAutomatic: boolean;
  } | null;
  /** The trial that comes first: what is paid today, and the first charge. */
  readonly trial: { readonly today: Money; readonly firstCharge: Money; readonly firstChargeOn: LocalDate } | null;
  /** The amount that is charged at once for several months where no installments are offered. */
  readonly atOnce: Money | null;
}

/** Finds a message by its key and fills it in, in the reader's language. */
type Say = (key: string, values?: Readonly<Record<string, string | number>>) => string;

/**
 * The terms of a plan whose price is paid on `today` for the first time. `everyTerm`: the quote's voucher lowers each
 * billing period. For a purchase that was made use `purchasedPlanTerms`, which reads the subscription.
 */
export function planTermsOf(
  plan: Pick<Plan, 'price' | 'trial' | 'cycles' | 'planType' | 'ticketLot' | 'renews' | 'installments'>,
  quote: Pick<ComputedQuote, 'lines' | 'discount' | 'total' | 'currency' | 'trial'>,
  { today, everyTerm }: { readonly today: LocalDate; readonly everyTerm: boolean },
): PlanTerms {
  const money = (amount: bigint): Money => ({ amount, currency: quote.currency });
  const renewal = renewalTermsOf(plan, quote, { today, everyTerm });
  const { trial } = quote;
  const isAtOnce = plan.installments === null && plan.cycles > 1 && quote.total > 0n;
  return {
    months: plan.ticketLot ? null : plan.cycles,
    renewal: renewal && { dueOn: renewal.firstDueOn, price: renewal.price, isAutomatic: false },
    trial: trial
      ? { today: money(quote.total), firstCharge: money(trial.amount), firstChargeOn: trial.firstChargeOn }
      : null,
    atOnce: isAtOnce ? money(quote.total) : null,
  };
}

/** The interval of a plan beside its title, e.g. `plano anual`; null for a ticket. Words: `plan-terms.*`. */
export function planIntervalText(
  plan: Pick<Plan, 'cycles' | 'planType' | 'ticketLot' | 'renews'>,
  say: Say,
): string | null {
  if (plan.ticketLot) return null;
  return say(planRenews(plan) ? 'plan-terms.interval' : 'plan-terms.months', { months: plan.cycles });
}

/** The terms as one short text: the interval, the months of access, whether and when it is charged again. */
export function planTermsText({ months, renewal, trial, atOnce }: PlanTerms, say: Say, locale: Locale): string {
  if (months === null) return say('plan-terms.ticket');
  const text = (money: Money): string => formatMoney(money, locale);
  if (trial) {
    const values = { months, on: formatLocalDate(trial.firstChargeOn), amount: text(trial.firstCharge) };
    return trial.today.amount === 0n
      ? say('plan-terms.trial', values)
      : say('plan-terms.trial.beside', { ...values, today: text(trial.today) });
  }
  const next = renewal && { on: formatLocalDate(renewal.dueOn), amount: text(renewal.price) };
  return [
    say(next ? 'plan-terms.access' : 'plan-terms.access.once', { months }),
    ...(atOnce ? [say('plan-terms.at-once', { amount: text(atOnce) })] : []),
    next ? say(renewal.isAutomatic ? 'plan-terms.automatic' : 'plan-terms.bill', next) : say('plan-terms.ends'),
  ].join(' ');
}
