import { lookForBuyer } from '#src/domain/payments/index.server.ts';
import { purchaseAtHand } from '../../status/purchase.server.ts';
import { addressOfOrder, watchedOrder } from '../../status/standing.server.ts';
import { definePage, redirect, show } from '../../web/page.server.ts';
import type { ParsingData } from './parsing-page.tsx';

const refreshSeconds = 5;

export const page = definePage<ParsingData>({
  load: async (request) => {
    const { href } = request;
    const purchase = await purchaseAtHand(request);
    if (!purchase?.view) return redirect(href('/payment'));
    const { view, places } = purchase;
    const here = href('/parsing');
    const address = addressOfOrder(request, view, places);
    if (address !== here) return redirect(address);
    // Learned: it is looked at anew where that leads, and not twice within some seconds.
    if (await lookForBuyer(request.ctx, view)) return redirect(here);
    return show<ParsingData>(
      { watch: watchedOrder(request, view) },
      { head: { refresh: { seconds: refreshSeconds, to: here, onlyWithoutScript: true } } },
    );
  },
});
