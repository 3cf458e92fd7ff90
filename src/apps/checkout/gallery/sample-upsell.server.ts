import type { Plan, Product } from '#src/domain/catalog/index.ts';
import { noExtras } from '#src/domain/quotes/index.ts';
import { planQuote } from '../site/summary.server.ts';
import { receiptFrom } from '../steps/success/order-facts.server.ts';
import { paidOrder, sampleBought, samplePurchase, type SamplePurchase } from './sample-purchase.server.ts';
import type { GalleryRequest } from './states.contract.server.ts';

/** The purchase of one plan of a product, paid, with its receipt. */
export async function paidPurchase(request: GalleryRequest, sold?: { readonly product: Product; readonly plan: Plan }) {
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
  const receipt = receiptFrom(request, view, sampleBought(request, own, view));
  return { ...own, view, receipt: sold ? { ...receipt, product: sold.product.title, places: [] } : receipt };
}
