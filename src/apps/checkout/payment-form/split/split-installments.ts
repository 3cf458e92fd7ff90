import { partInstallments, type QuoteInstallment } from '#src/domain/checkout/quotes/index.ts';
import type { PaymentSplit } from './split.types.ts';

type Terms = Pick<PaymentSplit, 'currency' | 'installments' | 'minimumInstallment'>;

/** The installment options of a part, by the server's own rule. Minor units. */
export function partInstallmentOptions(
  { currency, installments, minimumInstallment }: Terms,
  amount: bigint,
): readonly QuoteInstallment[] {
  const unknown = { value: 0n, tax: 0n, total: 0n };
  const quote = { currency, total: -1n, installments: installments.map((one) => ({ ...one, ...unknown })) };
  return partInstallments(quote, amount, { amount: BigInt(minimumInstallment ?? 0), currency });
}

/** The total of a part in so many installments, with interest; in minor units. */
export function partTotal(terms: Terms, amount: bigint, count: number): bigint {
  if (count < 2) return amount;
  return partInstallmentOptions(terms, amount).find((choice) => choice.count === count)?.total ?? amount;
}
