import type { Product } from '#src/domain/catalog/products/index.ts';
import type { QuoteInstallment } from '#src/domain/checkout/quotes/index.ts';
import type { SummaryView } from '#src/ui/summary/summary.tsx';
import { purchaseTerms, quoteSummary } from '../site/summary.server.ts';
import type { PaymentContext } from './payment-data.server.ts';
import { coveredAmounts, amountDue, installmentsFor } from './amount-due.server.ts';

interface PurchaseDetails {
  readonly product?: Product;
  readonly terms?: string | null;
  readonly isAwaited?: boolean;
}

/** The summary of a first purchase: its product, and its later charges. */
export function purchaseDetails({ request, quote }: Pick<PaymentContext, 'request' | 'quote'>): PurchaseDetails {
  return { product: request.visit.product, terms: purchaseTerms(request, quote) };
}

/** The summary beside a payment: where a part is captured or reserved, its total is the button's amount. */
export function dueSummary(context: PaymentContext, about: PurchaseDetails = {}): SummaryView {
  return remainingSummary(context, installmentsFor(context, amountDue(context)), about);
}

/** The same, with other installment options for the rest. */
export function remainingSummary(
  context: Pick<PaymentContext, 'request' | 'quote' | 'view'>,
  installments: readonly QuoteInstallment[],
  about: PurchaseDetails = {},
): SummaryView {
  const { quote, request } = context;
  const parts = coveredAmounts(context).map(({ kind, amount }) => ({
    label: request.words(`summary.${kind}`),
    amount,
  }));
  const covered = parts.length === 0 ? null : { parts, installments };
  return quoteSummary(quote, request.words, request.view.locale, { ...about, covered });
}
