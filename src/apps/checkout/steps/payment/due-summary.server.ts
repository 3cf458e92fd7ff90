import type { Product } from '#src/domain/catalog/index.ts';
import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { quoteSummary } from '../../site/summary.server.ts';
import type { PaymentFacts } from './payment-data.server.ts';
import { comeOf, dueOf, installmentsOf } from './payment-due.server.ts';

/** The summary beside a payment: where a part has come or is kept, its total is what the button asks for. */
export function dueSummary(facts: PaymentFacts, about: { readonly product?: Product } = {}): SummaryView {
  const { quote, request } = facts;
  const come = comeOf(facts);
  const rest = come && { ...come, installments: installmentsOf(facts, dueOf(facts)) };
  return quoteSummary(quote, request.words, request.view.locale, { ...about, come: rest });
}
