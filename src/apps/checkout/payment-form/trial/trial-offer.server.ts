import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import type { TrialTerms } from '#src/domain/catalog/terms/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { PaymentContext } from '../payment-data.server.ts';
import { isVerificationOnly } from '../amount-due.server.ts';
import type { OfferedMethod } from '../payment.types.ts';
import { methodName } from '../methods/installment-texts.server.ts';
import type { PaymentTrial } from './trial.types.ts';

/** Name of the consent text in the audit trail. */
export const trialLabel = 'payment.trial.accept';

/** Methods without a savable instrument: their buyers get an invoice when the trial ends. */
export function invoiceMethods(offered: readonly OfferedMethod[]): readonly OfferedMethod[] {
  return offered.filter(({ canSaveInstrument }) => !canSaveInstrument);
}

function valuesOf(
  { view: { locale } }: Pick<PageRequest, 'view'>,
  { amount, firstChargeOn, freeUntil }: TrialTerms,
  { currency }: Pick<Quote, 'currency'>,
) {
  return {
    amount: formatMoney({ amount, currency }, locale),
    on: formatLocalDate(firstChargeOn),
    until: formatLocalDate(freeUntil),
  };
}

/** The text of the consent to the first charge; null where there is none. */
export function trialText(request: Pick<PageRequest, 'view' | 'words'>, quote: Quote): string | null {
  return quote.trial ? request.words(trialLabel, valuesOf(request, quote.trial, quote)) : null;
}

/** The trial of a quote, as formatted text; `offered` are all applicable payment methods. */
export function trialOffer(context: PaymentContext, offered: readonly OfferedMethod[]): PaymentTrial | null {
  const { request, quote } = context;
  const { trial } = quote;
  if (!trial) return null;
  const { words } = request;
  const values = valuesOf(request, trial, quote);
  const isChecked = isVerificationOnly(context);
  const billed = isChecked ? invoiceMethods(offered) : [];
  const names = billed.map(({ rail }) => methodName(words, rail));
  const methods = new Intl.ListFormat(request.view.locale, { type: 'disjunction' }).format(names);
  return {
    title: words('payment.trial.title', values),
    text: words(isChecked ? 'payment.trial.text' : 'payment.trial.text.beside', values),
    accept: words(trialLabel, values),
    start: isChecked ? words('payment.trial.start') : null,
    bill:
      billed.length === 0
        ? null
        : { label: words('payment.trial.bill'), text: words('payment.trial.bill.text', { ...values, methods }) },
  };
}
