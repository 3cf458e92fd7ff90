import { orderFacts } from '../../steps/success/order-facts.server.ts';
import { definePage, redirect } from '../../web/page.server.ts';
import type { AwaitingData } from './awaiting.types.ts';
import { loadAwaiting } from './load-awaiting.server.ts';

export const page = definePage<AwaitingData>({
  load: async (request) => {
    const facts = await orderFacts(request);
    if ('kind' in facts) return facts;
    return facts.view.order.state === 'open' ? loadAwaiting(request, facts) : redirect(request.href('/success'));
  },
});
