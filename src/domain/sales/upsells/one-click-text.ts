import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { PaymentProfile } from '../../payments/profiles/index.ts';
import { type ComputedQuote, installmentLabel, type Say } from '../../checkout/quotes/index.ts';

/** Copy key of the words that one click agrees to, as the audit trail keeps it. */
export const oneClickLabel = 'upsell.one-click.agree';

/** One choice of installments for what one click buys. */
export interface OneClickOption {
  readonly count: number;
  /** What is charged altogether, with its interest, in minor units. */
  readonly total: bigint;
  readonly label: string;
  /** The words that a press with this choice agrees to, as they are stored: the price is the one that is charged. */
  readonly text: string;
}

/** The words beside one click, in the buyer's language. Button and sentence are true of every choice. */
export interface OneClickText {
  readonly buy: string;
  /** Followed by the names of what is accepted. */
  readonly agree: string;
  /** At least one. */
  readonly choices: readonly [OneClickOption, ...OneClickOption[]];
}

/**
 * The words of one click. Where installments cost interest no single price is true of every choice, and the page works without
 * script: the sentence then names the chosen option, which says its count, rate and total.
 */
export function oneClickText(
  say: Say,
  {
    quote,
    profile,
    ...about
  }: {
    readonly quote: ComputedQuote;
    readonly profile: Pick<PaymentProfile, 'rail' | 'brand' | 'last4'>;
    readonly product: string;
    readonly merchant: string;
    readonly takesInstallments: boolean;
    readonly locale: Locale;
  },
): OneClickText {
  const { product, merchant, locale } = about;
  const { brand, last4 } = profile;
  const total = formatMoney({ amount: quote.total, currency: quote.currency }, locale);
  const instrument = say(`method.${profile.rail}.saved.within`, { brand, last4 });
  const options = about.takesInstallments ? quote.installments : [];
  const split = options.map((option) => ({
    ...{ count: option.count, total: option.total },
    ...installmentLabel(option, quote.currency, say, locale),
  }));
  const suffix = split.some(({ hasInterest }) => hasInterest) ? '.split' : '';
  const agree = say(`${oneClickLabel}${suffix}`, { product, total, means: instrument, merchant });
  const [contract, and, terms] = ['contract', 'and', 'terms'].map((name) => say(`upsell.${name}`));
  const whole = `${agree} ${contract} ${and} ${terms}.`;
  const [first, ...others] = split.map(({ count, total: charged, label }) => ({
    ...{ count, total: charged, label },
    text: split.length > 1 ? `${whole} ${say('upsell.installments')}: ${label}.` : whole,
  }));
  return {
    agree,
    buy: say(`upsell.one-click${suffix}`, { product, total }),
    choices: first ? [first, ...others] : [{ count: 1, total: quote.total, label: total, text: whole }],
  };
}
