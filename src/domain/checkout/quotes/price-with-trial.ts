import type { LocalDate } from '#src/kernel/time/local-date.ts';
import type { Plan, Voucher } from '../../catalog/products/index.ts';
import { trialTerms } from '../../catalog/terms/index.ts';
import type { ComputedQuote } from './compute-quote.ts';
import { installmentOptions } from './installments.ts';

/** Whether a line is bought once and delivered at once: a trial does not make it cheaper. */
function isOneOff({ kind }: ComputedQuote['lines'][number]): boolean {
  return kind === 'order-bump' || kind === 'ticket';
}

/**
 * The same price where a trial comes first: the plan's own lines, for all its people, cost nothing now, and their sum after
 * the voucher is the first charge. Additions are paid now. The installments are those of the amount paid now, or, when that
 * is zero, the ones without interest of the first charge.
 */
export function priceWithTrial(
  price: ComputedQuote,
  plan: Plan,
  today: LocalDate,
  { people, voucher }: { readonly people: number; readonly voucher: Voucher | null },
): ComputedQuote {
  const later = price.lines.filter((line) => !isOneOff(line)).reduce((sum, { amount }) => sum + amount, 0n);
  // A voucher is for the first billing period, unless its data say that it is for all.
  const termAmount = voucher?.everyTerm === true ? later : later + price.discount;
  const trial = trialTerms(plan, today, { amount: later, people, termAmount });
  if (!trial) return price;
  const lines = price.lines.map((line) => (isOneOff(line) ? line : { ...line, amount: 0n, standardAmount: 0n }));
  const total = price.total - later;
  const options = plan.installments
    ? installmentOptions({ amount: total === 0n ? later : total, currency: price.currency }, plan.installments)
    : [];
  return {
    ...price,
    lines,
    total,
    discount: 0n,
    installments: options
      .filter(({ tax }) => total > 0n || tax === 0n)
      .map(({ count, value, tax, total: whole, monthlyRate }) => ({ count, value, tax, total: whole, monthlyRate })),
    trial,
  };
}
