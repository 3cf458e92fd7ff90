import { installmentLabel, type Quote, type QuoteInstallment } from '#src/domain/checkout/quotes/index.ts';
import type { Locale } from '#src/kernel/locale/locale.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import { maxInterestFree } from '../../site/price-view.server.ts';
import type { PaymentContext } from '../payment-data.server.ts';
import type { OfferedInstallment } from '../payment.types.ts';

/** Every installment option of a price: number, value, and with interest also total and rate (CDC art. 52). */
export function installmentTexts(
  quote: Pick<Quote, 'currency' | 'installments'>,
  words: Translator,
  locale: Locale,
): OfferedInstallment[] {
  return quote.installments.map((option) => {
    const { label } = installmentLabel(option, quote.currency, words, locale);
    return {
      count: option.count,
      label,
      total: formatMoney({ amount: option.total, currency: quote.currency }, locale),
    };
  });
}

/** The installments of the last attempt, where they are still offered; else the most without interest. */
export function defaultInstallmentCount(
  { request, view }: PaymentContext,
  installments: readonly QuoteInstallment[],
): number {
  const tried = view?.attempts.find(({ rail }) => request.ctx.rails.byId(rail)?.takesInstallments);
  const isOffered = installments.some(({ count }) => count === tried?.installments);
  return tried && isOffered ? tried.installments : maxInterestFree(installments);
}

/** The name of a payment method within a sentence: only proper names keep their capital. */
export function methodName(words: Translator, rail: string): string {
  const within = `method.${rail}.within`;
  return words(words.has(within) ? within : `method.${rail}.title`);
}
