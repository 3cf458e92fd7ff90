import type { OrderPendingData } from '../../site/order-status/order-pending.types.ts';
import { showOrderPending } from '../../site/order-status/show-order-pending.server.ts';
import { mainPurchase, type Purchase, upsellPurchase } from '../../site/order-status/purchase.server.ts';
import { pathOfStep } from '../../site/order-status/purchase-routes.ts';
import { isPaidOrRefunded } from '../../site/order-status/order-address.server.ts';
import { answerUpsell } from '../../site/upsell/answer-upsell.server.ts';
import { decisionFor, mayOffer, nextUpsell } from '../../site/upsell/next-upsell.server.ts';
import { oneClickOf } from '../../site/upsell/one-click.server.ts';
import { upsellView } from '../../site/upsell/upsell-view.server.ts';
import { definePage, type PageRequest, redirect, show } from '../../framework/page.server.ts';
import { purchasedTermsText, orderContextOf, loadReceipt } from '../../site/receipt/order-context.server.ts';
import type { SuccessData, SuccessUpsell } from '../../site/receipt/success.types.ts';
import { successKindOf, successData, productTitleOf } from '../../site/receipt/success-data.server.ts';

type Main = NonNullable<Awaited<ReturnType<typeof mainPurchase>>>;

export const page = definePage<SuccessData | OrderPendingData>({
  load: async (request) => {
    const main = await mainPurchase(request);
    const context = await orderContextOf(request, main);
    if ('kind' in context || !main) return 'kind' in context ? context : redirect(request.firstStep);
    const kind = successKindOf(request, context.view);
    if (kind === null) return showOrderPending(request, context);
    // A flow may have another success page.
    if (kind === 'paid' && !request.visit.step) {
      const done = request.href(context.routes.done);
      if (done !== request.href(request.path)) return redirect(done);
    }
    const upsell = await upsellPurchase(request, main.decisions);
    if (upsell?.view && isAwaitedHere(request, upsell)) {
      const awaited = await orderContextOf(request, upsell);
      if (!('kind' in awaited) && successKindOf(request, awaited.view) === null)
        return showOrderPending(request, awaited);
    }
    const more = kind === 'paid' ? await upsellMessageOf(request, main, upsell) : null;
    const terms = await purchasedTermsText(request, context.view);
    const data = { ...successData(request, context, await loadReceipt(request, context.view), kind, more), terms };
    const isLast = kind === 'paid' && data.upsell?.kind !== 'offer' && data.upsell?.kind !== 'open';
    return show<SuccessData>(data, isLast ? { head: { headers: { 'clear-site-data': '"storage"' } } } : {});
  },

  submit: async (form, request) => {
    const answered = await answerUpsell(request, form);
    return answered ?? redirect(request.href(request.path));
  },
});

/** In a flow whose offer ends here, its slip is shown here too. */
function isAwaitedHere(request: PageRequest, { view, routes }: Purchase): boolean {
  return view !== null && !isPaidOrRefunded(view) && routes.awaiting === request.path;
}

/** What there is to say about an offer after this purchase: make it, remind of it, or say that it was bought too. */
async function upsellMessageOf(
  request: PageRequest,
  main: Main,
  upsell: Purchase | null,
): Promise<SuccessUpsell | null> {
  const ahead = nextUpsell(request, request.visit.step, main.decisions);
  if (upsell) {
    const product = productTitleOf(request, upsell);
    if (upsell.view?.order.state === 'paid') return { kind: 'bought', product };
    if (upsell.view?.order.state === 'refunded') return null;
    return { kind: 'open', product, pay: request.href(upsell.routes.payment) };
  }
  if (!ahead || !mayOffer(request, ahead, main.decisions) || decisionFor(ahead, main.decisions) !== null) return null;
  // Where the offer has a page of its own before it is paid, that page makes it.
  // A downsell, in place of the upsell declined here, is offered here.
  const first = nextUpsell(request, request.visit.step);
  if (request.visit.step && request.visit.step.next !== ahead.step.id && first?.step === ahead.step)
    return {
      kind: 'ahead',
      product: ahead.target.product.title,
      see: request.view.flow?.next ?? pathOfStep(ahead.step),
    };
  const click = await oneClickOf(request, main.session, ahead);
  return { kind: 'offer', offer: upsellView(request, ahead, request.visit.product.title, undefined, click) };
}
