import type { OrderView } from '#src/domain/orders/index.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import type { AwaitingData } from '../../pages/awaiting/awaiting.types.ts';
import { loadAwaiting } from '../../pages/awaiting/load-awaiting.server.ts';
import { definePage, type PageRequest, show } from '../../web/page.server.ts';
import { firstName, type OrderFacts, orderFacts, receiptOf } from './order-facts.server.ts';
import type { SuccessData, SuccessKind } from './success.types.ts';

export const page = definePage<SuccessData | AwaitingData>({
  load: async (request) => {
    const facts = await orderFacts(request);
    if ('kind' in facts) return facts;
    const kind = kindOf(request, facts.view);
    if (kind === null) return loadAwaiting(request, facts);
    const isLast = kind === 'paid' && request.view.flow?.next === null;
    return show<SuccessData>(
      await successData(request, facts, kind),
      isLast ? { head: { headers: { 'clear-site-data': '"storage"' } } } : {},
    );
  },
});

/** Null while the money is awaited, which may be the rest of it. */
function kindOf({ ctx }: PageRequest, { order, attempts }: OrderView): SuccessKind | null {
  if (order.state === 'refunded') return order.state;
  const [newest] = attempts;
  const isShownHere = newest?.state === 'awaiting-buyer' && !ctx.rails.byId(newest.rail)?.waitingPath;
  if (order.state === 'partly-paid') return isShownHere ? null : order.state;
  if (order.state !== 'paid') return null;
  const last = attempts.find(({ state }) => state === 'captured');
  return last && order.paidAt && order.paidAt > last.expiresAt ? 'late' : 'paid';
}

async function successData(request: PageRequest, { view, lead }: OrderFacts, kind: SuccessKind): Promise<SuccessData> {
  const { order } = view;
  const text = (amount: bigint): string => formatMoney({ amount, currency: order.currency }, order.locale);
  const { success } = request.visit.brand.features;
  return {
    kind,
    name: firstName(lead.name),
    email: lead.email,
    display: success.default,
    receipt: await receiptOf(request, view),
    owed:
      kind === 'partly-paid'
        ? { received: text(order.received), missing: text(order.total - order.received), pay: request.href('/payment') }
        : null,
    access: request.href('/access'),
    school: `${request.visit.brand.links.domain}/login`,
  };
}
