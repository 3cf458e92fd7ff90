import type { Money } from '#src/kernel/money/money.ts';
import { installmentOption } from './installments.ts';
import type { Quote, QuoteInstallment } from './quote.types.ts';

/**
 * The installments in which a part of a quote's price may be paid: the counts and rates that the quote offers for the
 * whole, computed on the part's own amount (minor units), less those that fall below the plan's least installment. A plan
 * that is not known any more is taken to have had the least that its quote shows.
 */
export function partInstallments(
  quote: Pick<Quote, 'installments' | 'currency' | 'total'>,
  principal: bigint,
  minimum: Money | null,
): readonly QuoteInstallment[] {
  if (principal === quote.total) return quote.installments;
  const least = minimum?.amount ?? leastShown(quote.installments);
  return quote.installments.flatMap(({ count, monthlyRate }) => {
    const { value, tax, total } = installmentOption(
      { amount: principal, currency: quote.currency },
      count,
      monthlyRate,
    );
    const isOffered = count === 1 || (tax >= 0n && total / BigInt(count) >= least);
    return isOffered ? [{ count, value, tax, total, monthlyRate }] : [];
  });
}

function leastShown(installments: readonly QuoteInstallment[]): bigint {
  return installments.reduce((least, { total, count }) => {
    const each = total / BigInt(count);
    return least === 0n || each < least ? each : least;
  }, 0n);
}
