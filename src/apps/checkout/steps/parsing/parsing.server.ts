import { refreshOnView } from '#src/domain/payments/index.server.ts';
import { currentPurchase } from '../../site/order-status/purchase.server.ts';
import { orderAddress, watchedOrder } from '../../site/order-status/order-address.server.ts';
import { definePage, redirect, show } from '../../framework/page.server.ts';
import type { ParsingData } from '../../payment-form/stages/stages.types.ts';

const refreshSeconds = 5;

export const page = definePage<ParsingData>({
  load: async (request) => {
    const { href } = request;
    const purchase = await currentPurchase(request);
    if (!purchase?.view) return redirect(href('/payment'));
    const { view, routes } = purchase;
    const here = href('/parsing');
    const address = orderAddress(request, view, routes);
    if (address !== here) return redirect(address);
    // The poll changed the order, so its page is chosen again; a second poll follows only after some seconds.
    if (await refreshOnView(request.ctx, view)) return redirect(here);
    return show<ParsingData>(
      { watch: watchedOrder(request, view) },
      { head: { refresh: { seconds: refreshSeconds, to: here, onlyWithoutScript: true } } },
    );
  },
});
