import { presentInstructions } from '#src/domain/payments/index.server.ts';
import { quoteById } from '#src/domain/checkout/quotes/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { purchaseTerms } from '../summary.server.ts';
import { railDocumentUrl, railDocumentsOf } from '../documents/rail-documents.server.ts';
import { orderStateKey } from './order-status.ts';
import { payeeOf } from './payee.server.ts';
import { splitStatus } from './split-status.server.ts';
import { chooseMethodAddress } from './order-address.server.ts';
import type { OrderContext } from '../receipt/order-context.server.ts';
import { type PageRequest, problem, type Problem, show, type PageResult } from '../../framework/page.server.ts';
import { railParts } from '../rail-parts.ts';
import type { OrderPendingData } from './order-pending.types.ts';

/** The page of an order whose newest attempt is pending. */
export async function showOrderPending(
  request: PageRequest,
  { view, lead, routes }: OrderContext,
): Promise<PageResult<OrderPendingData> | Problem> {
  const { order, attempts } = view;
  const attempt = attempts[0];
  const rail = attempt && request.ctx.rails.byId(attempt.rail);
  if (!attempt || !rail) return problem('nothing-awaited');
  const { success } = request.visit.brand.features;
  const here = request.href(routes.awaiting);
  const instructions = (await presentInstructions(request.ctx, attempt, order.market)) ?? {};
  const quote = await quoteById(request.ctx.db, order.sessionId, order.quoteId);
  const data: OrderPendingData = {
    rail: rail.id,
    until: formatLocalDate(marketDate(attempt.expiresAt, order.market)).slice(0, 5),
    email: lead.email,
    display: success[rail.successVariant] ?? success.default,
    amount: formatMoney({ amount: attempt.amount, currency: attempt.currency }, order.locale),
    parts: splitStatus(request, view),
    instructions,
    terms: quote && purchaseTerms(request, quote),
    payee: payeeOf(request, instructions),
    documents: railDocumentsOf(attempt.rail)
      .filter((document) => document.isReady(attempt))
      .map(({ id, fileName }) => ({ id, href: railDocumentUrl(order.id, attempt.id, fileName) })),
    watch: { orderId: order.id, knownState: orderStateKey({ state: order.state, attempt }), here },
    other: attempt.state === 'awaiting-buyer' ? chooseMethodAddress(request, routes) : null,
  };
  const parts = railParts('success', [rail.id]);
  return show(data, {
    view: 'order-pending',
    head: { parts, refresh: { seconds: 30, to: here, onlyWithoutScript: true } },
  });
}
