import type { OrderPendingData } from '../../site/order-status/order-pending.types.ts';
import { loadPurchaseWithUpsell } from '../../site/upsell/purchased-upsell.server.ts';
import { definePage, redirect, show } from '../../framework/page.server.ts';
import { firstName, loadReceipt } from '../../site/receipt/order-context.server.ts';
import { productTitleOf } from '../../site/receipt/success-data.server.ts';
import type { SuccessUpsellData } from './success-upsell-page.tsx';

export const page = definePage<SuccessUpsellData | OrderPendingData>({
  load: async (request) => {
    const bought = await loadPurchaseWithUpsell(request);
    if (bought.kind === 'alone') return redirect(request.href(bought.main.routes.done));
    if (bought.kind !== 'bought') return bought;
    const { main, upsell } = bought;
    const isLast = request.view.flow?.next === null;
    return show<SuccessUpsellData>(
      {
        name: firstName(main.lead.name),
        email: main.lead.email,
        main: await loadReceipt(request, main.view),
        upsell: { ...(await loadReceipt(request, upsell.view)), product: productTitleOf(request, upsell) },
        access: request.href('/access'),
      },
      isLast ? { head: { headers: { 'clear-site-data': '"storage"' } } } : {},
    );
  },
});
