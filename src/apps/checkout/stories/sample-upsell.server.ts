import type { Plan, Product } from '#src/domain/catalog/products/index.ts';
import { noExtras } from '#src/domain/checkout/quotes/index.ts';
import { planQuote } from '../site/summary.server.ts';
import { buildReceipt } from '../site/receipt/order-context.server.ts';
import { paidOrder, sampleReceiptInput, samplePurchase, type SamplePurchase } from './sample-purchase.server.ts';
import type { StoryRequest } from './stories.contract.server.ts';

/** The purchase of one plan of a product, paid, with its receipt. */
export async function paidPurchase(request: StoryRequest, sold?: { readonly product: Product; readonly plan: Plan }) {
  const purchase = await samplePurchase(request);
  if (!purchase) return null;
  const own: SamplePurchase = sold
    ? {
        ...purchase,
        session: { ...purchase.session, productCode: sold.product.code },
        quote: {
          ...purchase.quote,
          ...planQuote(
            { ...request, visit: { ...request.visit, product: sold.product } },
            { plan: sold.plan, extras: noExtras },
          ),
        },
      }
    : purchase;
  const paid = paidOrder(request, own);
  // What is sold on top is the order after the first one.
  const view = sold
    ? { ...paid, order: { ...paid.order, number: paid.order.number + 1n, reference: 'JKM-PQR' } }
    : paid;
  const receipt = buildReceipt(request, view, sampleReceiptInput(request, own, view));
  return { ...own, view, receipt: sold ? { ...receipt, product: sold.product.title, locations: [] } : receipt };
}
