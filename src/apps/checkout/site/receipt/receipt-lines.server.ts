import type { Quote } from '#src/domain/checkout/quotes/index.ts';
import { quoteSummary } from '../summary.server.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import type { Receipt } from './success.types.ts';

/** The lines of a price that is not plain, and what a voucher took off, as the summary beside the payment had them. */
export function receiptLines({ words, view }: PageRequest, quote: Quote): Receipt['lines'] {
  if (quote.lines.length === 1 && quote.discount === 0n) return [];
  const { lines, discount } = quoteSummary(quote, words, view.locale);
  return [...lines.map(({ label, amount }) => ({ label, amount })), ...(discount ? [discount] : [])];
}
