import type { AwaitingData } from '../../pages/awaiting/awaiting.types.ts';
import { boughtWithUpsell } from '../../upsell/bought-upsell.server.ts';
import { definePage, redirect, show } from '../../web/page.server.ts';
import { firstName, receiptOf } from '../success/order-facts.server.ts';
import { productOf } from '../success/success.server.ts';
import type { SuccessUpsellData } from './success-upsell-page.tsx';

export const page = definePage<SuccessUpsellData | AwaitingData>({
  load: async (request) => {
    const bought = await boughtWithUpsell(request);
    if (bought.kind === 'alone') return redirect(request.href(bought.main.places.done));
    if (bought.kind !== 'bought') return bought;
    const { main, upsell } = bought;
    const isLast = request.view.flow?.next === null;
    return show<SuccessUpsellData>(
      {
        name: firstName(main.lead.name),
        email: main.lead.email,
        main: await receiptOf(request, main.view),
        upsell: { ...(await receiptOf(request, upsell.view)), product: productOf(request, upsell) },
        access: request.href('/access'),
      },
      isLast ? { head: { headers: { 'clear-site-data': '"storage"' } } } : {},
    );
  },
});
