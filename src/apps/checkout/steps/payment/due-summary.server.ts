import type { Product } from '#src/domain/catalog/index.ts';
import type { QuoteInstallment } from '#src/domain/quotes/index.ts';
import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { purchaseTerms, quoteSummary } from '../../site/summary.server.ts';
import type { PaymentFacts } from './payment-data.server.ts';
import { comeOf, dueOf, installmentsOf } from './payment-due.server.ts';

interface SummaryOf {
  readonly product?: Product;
  readonly terms?: string | null;
  readonly isAwaited?: boolean;
}

/** What the summary says of a first purchase: its product, and what is charged later. */
export function aboutPurchase({ request, quote }: Pick<PaymentFacts, 'request' | 'quote'>): SummaryOf {
  return { product: request.visit.product, terms: purchaseTerms(request, quote) };
}

/** The summary beside a payment: where a part has come or is kept, its total is what the button asks for. */
export function dueSummary(facts: PaymentFacts, about: SummaryOf = {}): SummaryView {
  return summaryOfRest(facts, installmentsOf(facts, dueOf(facts)), about);
}

/** The same, with the rest split as somebody else says. */
export function summaryOfRest(
  facts: Pick<PaymentFacts, 'request' | 'quote' | 'view'>,
  installments: readonly QuoteInstallment[],
  about: SummaryOf = {},
): SummaryView {
  const { quote, request } = facts;
  const parts = comeOf(facts).map(({ kind, amount }) => ({ label: request.words(`summary.${kind}`), amount }));
  const come = parts.length === 0 ? null : { parts, installments };
  return quoteSummary(quote, request.words, request.view.locale, { ...about, come });
}
