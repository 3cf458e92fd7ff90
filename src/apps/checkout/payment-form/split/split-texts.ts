import { decimal, multiplyDecimals, rescale } from '#src/kernel/money/decimal.ts';
import { formatMoney, formatNumber } from '#src/kernel/money/format-money.ts';
import type { InstallmentChoice } from '#src/ui/payment/rail-views.ts';
import type { Translator } from '#src/ui/words/translator.ts';
import type { PaymentData } from '../payment.types.ts';
import { partInstallmentOptions } from './split-installments.ts';
import type { PaymentSplit } from './split.types.ts';

interface Parts {
  readonly data: Pick<PaymentData, 'methods'>;
  /** The payment method of each part. */
  readonly methods: readonly string[];
  /** The amount of the first part, as formatted text. */
  readonly first: string;
}

/** "Pagar R$ 300,00 no cartão e gerar o Pix": from the two rails' own copy (`method.<rail>.first`, `.then`). */
export function buttonOfParts(t: Translator, { data, methods, first }: Parts): string | null {
  const [one, two] = methods.map((method) => data.methods.find((offered) => offered.method === method)?.rail ?? '');
  const [firstWords, thenWords] = [`method.${one}.first`, `method.${two}.then`];
  if (methods.length !== 2 || !t.has(firstWords) || !t.has(thenWords)) return null;
  return t('payment.split.pay.then', { first: t(firstWords, { amount: first }), next: t(thenWords) });
}

/** The installment options of a part, as formatted text. */
export function installmentChoices(split: PaymentSplit, amount: bigint, t: Translator): InstallmentChoice[] {
  const { currency, locale } = split;
  const money = (units: bigint): string => formatMoney({ amount: units, currency }, locale);
  return partInstallmentOptions(split, amount).map(({ count, value, tax, total, monthlyRate }) => {
    const kind = count === 1 ? 'once' : tax > 0n ? 'interest' : 'free';
    const percent = rescale(multiplyDecimals(decimal(monthlyRate), decimal('100')), 2);
    const values = { count, value: money(value), total: money(total), rate: formatNumber(percent, locale) };
    return { count, label: t(`payment.installment.${kind}`, values) };
  });
}
