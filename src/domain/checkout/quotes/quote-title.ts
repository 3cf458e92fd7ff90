import type { Quote } from './quote.types.ts';

/** Everything that a quote sells, in one line. */
export function quoteTitle({ lines }: Pick<Quote, 'lines'>): string {
  return lines.map(({ title }) => title).join(' + ');
}
