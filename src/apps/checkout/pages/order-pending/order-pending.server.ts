import { orderContext } from '../../site/receipt/order-context.server.ts';
import { definePage, redirect } from '../../framework/page.server.ts';
import type { OrderPendingData } from '../../site/order-status/order-pending.types.ts';
import { showOrderPending } from '../../site/order-status/show-order-pending.server.ts';

export const page = definePage<OrderPendingData>({
  load: async (request) => {
    const context = await orderContext(request);
    if ('kind' in context) return context;
    return context.view.order.state === 'open'
      ? showOrderPending(request, context)
      : redirect(request.href('/success'));
  },
});
