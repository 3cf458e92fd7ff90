import type { Order } from '#src/domain/orders/index.ts';
import { quoteById } from '#src/domain/quotes/index.server.ts';
import { quoteSummary } from '../../site/summary.server.ts';
import type { PageRequest } from '../../web/page.server.ts';
import type { Receipt } from './success.types.ts';

/** The lines of a price that is not plain, and what a voucher took off, as the summary beside the payment had them. */
export async function receiptLines({ ctx, words }: PageRequest, order: Order): Promise<Receipt['lines']> {
  const quote = await quoteById(ctx.db, order.sessionId, order.quoteId);
  if (!quote || (quote.lines.length === 1 && quote.discount === 0n)) return [];
  const { lines, discount } = quoteSummary(quote, words, order.locale);
  return [...lines.map(({ label, amount }) => ({ label, amount })), ...(discount ? [discount] : [])];
}
