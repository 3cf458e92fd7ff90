import type { QuoteInstallment } from '#src/domain/checkout/quotes/index.ts';
import type { Country } from '#src/kernel/locale/locale.ts';
import type { PageRequest } from '../../framework/page.server.ts';
import { maxInterestFree } from '../../site/price-view.server.ts';
import type { OfferedMethod } from '../payment.types.ts';

/** The payment methods in the brand's order for the market; methods that it does not name follow in their own order. */
export function sortForMarket(
  { visit, ctx }: Pick<PageRequest, 'visit' | 'ctx'>,
  market: Country,
  methods: readonly OfferedMethod[],
): OfferedMethod[] {
  const rails = (visit.brand.suggestions.order[market] ?? []).map((method) => ctx.rails.byMethod(method)?.id);
  const rank = ({ rail }: OfferedMethod): number => (rails.includes(rail) ? rails.indexOf(rail) : rails.length);
  return methods.toSorted((a, b) => rank(a) - rank(b));
}

interface Prices {
  /** The amount due, in minor units. */
  readonly due: bigint;
  readonly installments: readonly QuoteInstallment[];
  readonly text: (amount: bigint) => string;
}

/** The advantage or cost of a method beside the others: its installments, or the interest that it avoids. */
export function methodNote(
  { words }: Pick<PageRequest, 'words'>,
  { takesInstallments, partOnly }: OfferedMethod,
  { due, installments, text }: Prices,
): string | null {
  if (partOnly !== undefined) return words('way.up-to', { most: text(BigInt(partOnly)) });
  const last = installments.at(-1);
  if (!last || last.count === 1) return null;
  const free = maxInterestFree(installments);
  if (takesInstallments) {
    if (free === last.count) return words('way.free', { count: free });
    return free > 1
      ? words('way.partly-free', { count: last.count, free })
      : words('way.interest', { count: last.count });
  }
  return last.total > due ? words('way.saves', { saving: text(last.total - due), count: last.count }) : null;
}
