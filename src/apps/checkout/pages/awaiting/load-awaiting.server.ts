import { presentAttempt } from '#src/domain/payments/index.server.ts';
import { quoteById } from '#src/domain/quotes/index.server.ts';
import { formatMoney } from '#src/kernel/money/format-money.ts';
import { formatLocalDate } from '#src/kernel/time/local-date.ts';
import { marketDate } from '#src/kernel/time/zones.ts';
import { purchaseTerms } from '../../site/summary.server.ts';
import { documentAddress, documentsOf } from '../../site/documents.server.ts';
import { standingOf } from '../../status/order-status.ts';
import { payeeOf } from '../../status/payee.server.ts';
import { splitStatus } from '../../status/split-status.server.ts';
import { addressToChoose } from '../../status/standing.server.ts';
import type { OrderFacts } from '../../steps/success/order-facts.server.ts';
import { type PageRequest, problem, type Problem, show, type Showing } from '../../web/page.server.ts';
import { partsOfRails } from '../../web/parts.ts';
import type { AwaitingData } from './awaiting.types.ts';

/** What to show while the money of an order's newest attempt is awaited. */
export async function loadAwaiting(
  request: PageRequest,
  { view, lead, places }: OrderFacts,
): Promise<Showing<AwaitingData> | Problem> {
  const { order, attempts } = view;
  const attempt = attempts[0];
  const rail = attempt && request.ctx.rails.byId(attempt.rail);
  if (!attempt || !rail) return problem('nothing-awaited');
  const { success } = request.visit.brand.features;
  const here = request.href(places.awaiting);
  const instructions = (await presentAttempt(request.ctx, attempt, order.market)) ?? {};
  const quote = await quoteById(request.ctx.db, order.sessionId, order.quoteId);
  const data: AwaitingData = {
    rail: rail.id,
    until: formatLocalDate(marketDate(attempt.expiresAt, order.market)).slice(0, 5),
    email: lead.email,
    display: success[rail.successVariant] ?? success.default,
    amount: formatMoney({ amount: attempt.amount, currency: attempt.currency }, order.locale),
    parts: splitStatus(request, view),
    instructions,
    terms: quote && purchaseTerms(request, quote),
    payee: payeeOf(request, instructions),
    documents: documentsOf(attempt.rail)
      .filter((document) => document.isReady(attempt))
      .map(({ id, fileName }) => ({ id, href: documentAddress(order.id, attempt.id, fileName) })),
    watch: { orderId: order.id, seen: standingOf({ state: order.state, attempt }), here },
    other: attempt.state === 'awaiting-buyer' ? addressToChoose(request, places) : null,
  };
  const parts = partsOfRails('success', [rail.id]);
  return show(data, { view: 'awaiting', head: { parts, refresh: { seconds: 30, to: here, onlyWithoutScript: true } } });
}
