import type { Plan } from '#src/domain/catalog/products/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { perMonth } from '../price-view.server.ts';
import type { ProfileOption } from './profile-choice.types.ts';
import type { FormFields } from '../../framework/page.server.ts';

/** How the options are worded: `whole` counts everybody, `more` only those who come on top of a purchase. */
export type ProfileWording = 'whole' | 'more';

interface OptionTexts {
  readonly words: Translator;
  readonly locale: Locale;
  readonly wording: ProfileWording;
  /** Each number shows what it costs more per month than the fewest, not its whole price. */
  readonly usesMonthlyDifference: boolean;
}

/** A plan for one and for each number of people that it has a price for, fewest first. */
export function profileOptions(plan: Plan, texts: OptionTexts): ProfileOption[] {
  const { words, locale, wording, usesMonthlyDifference } = texts;
  const text = (amount: bigint): string => formatMoney({ amount, currency: plan.price.currency }, locale);
  const all = [{ count: 1, price: plan.price }, ...plan.profiles];
  return all.map(({ count, price: { amount } }) => {
    const each = (amount + BigInt(count) - 1n) / BigInt(count);
    return {
      count,
      label: words(`multiprofile.${wording}.count`, { count }),
      price: usesMonthlyDifference ? monthlyText(amount, plan, wording, text) : text(amount),
      per: usesMonthlyDifference ? words('multiprofile.month') : null,
      total: words('multiprofile.total', { total: text(amount) }),
      each: count === 1 ? null : words('multiprofile.each', { each: text(each) }),
    };
  });
}

/** By the month: the plan for one as it is, everything else as what comes on top of it. */
function monthlyText(amount: bigint, plan: Plan, wording: ProfileWording, text: (amount: bigint) => string): string {
  // Whoever has bought already pays all of it on top; before the purchase the plan for one is there anyway.
  const difference = wording === 'more' ? amount : amount - plan.price.amount;
  return difference === 0n ? text(perMonth(amount, plan)) : `+ ${text(perMonth(difference, plan))}`;
}

/** How many people were chosen; null when the plan has no price for that many. */
export function readCount(form: FormFields, plan: Plan): number | null {
  const posted = form['profiles'] ?? '';
  const counts = [1, ...plan.profiles.map(({ count }) => count)];
  return counts.find((count) => String(count) === posted) ?? null;
}
