import type { Plan } from '#src/domain/catalog/products/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { perMonth } from '../price-view.server.ts';
import type { ProfileOption } from './profile-choice.types.ts';
import type { FormFields } from '../../framework/page.server.ts';

/** The wording of the options: `whole` counts every profile, `more` only additional ones. */
export type ProfileWording = 'whole' | 'more';

interface OptionTexts {
  readonly words: Translator;
  readonly locale: Locale;
  readonly wording: ProfileWording;
  /** Each number shows its additional price per month over the lowest, not its total. */
  readonly usesMonthlyDifference: boolean;
}

/** The plan for one profile and for each number with a price, lowest first. */
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

/** By month: the plan for one as it is, every other number as the additional price. */
function monthlyText(amount: bigint, plan: Plan, wording: ProfileWording, text: (amount: bigint) => string): string {
  // After the purchase every profile is additional; before it, the plan for one is included.
  const difference = wording === 'more' ? amount : amount - plan.price.amount;
  return difference === 0n ? text(perMonth(amount, plan)) : `+ ${text(perMonth(difference, plan))}`;
}

/** The selected number of profiles; null when the plan has no price for it. */
export function readCount(form: FormFields, plan: Plan): number | null {
  const posted = form['profiles'] ?? '';
  const counts = [1, ...plan.profiles.map(({ count }) => count)];
  return counts.find((count) => String(count) === posted) ?? null;
}
