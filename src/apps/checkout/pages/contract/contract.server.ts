import { findPlan } from '#src/domain/catalog/index.ts';
import { maySee, maySeeSession } from '#src/domain/capabilities/index.server.ts';
import {
  contractAhead,
  contractForQuote,
  contractOf,
  offerMark,
  paperAddress,
} from '#src/domain/contracts/index.server.ts';
import { stepById } from '#src/domain/flows/index.ts';
import { findLead } from '#src/domain/leads/index.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { computeQuote } from '#src/domain/quotes/index.ts';
import { quoteOwner } from '#src/domain/quotes/index.server.ts';
import { sessionById } from '#src/domain/sessions/index.server.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { orderOfLetter } from '../../site/letter-access.server.ts';
import { mainPurchase } from '../../status/purchase.server.ts';
import { upsellAhead } from '../../upsell/upsell-ahead.server.ts';
import { defineBarePage, type OpenRequest, show, type Showing } from '../../web/page.server.ts';
import type { ContractData } from './contract-page.tsx';

const nothing: ContractData = { lang: 'pt-BR', blocks: null, hash: '', accepted: null, pdf: null };
const gone: Showing<ContractData> = show<ContractData>(nothing, { status: 404 });

export const page = defineBarePage<ContractData>({
  load: async (request) => {
    const { id = '' } = request.params;
    if (id.startsWith(offerMark)) return ofOffer(request, id.slice(offerMark.length));
    return id.startsWith('ord_') ? ofOrder(request, id) : ofQuote(request, id);
  },
});

/** What was accepted, word for word. */
async function ofOrder(request: OpenRequest, orderId: string): Promise<Showing<ContractData>> {
  if (!(await maySeeOrder(request, orderId))) return gone;
  const [order, accepted] = await Promise.all([orderById(request.ctx.db, orderId), contractOf(request.ctx, orderId)]);
  if (!order || !accepted) return gone;
  const { contract, acceptance } = accepted;
  return show<ContractData>({
    lang: contract.locale,
    blocks: contract.blocks,
    hash: contract.textHash,
    accepted: { at: formatInstant(acceptance.at, marketZone(order.market)), label: acceptance.label },
    pdf: order.paidAt === null ? null : paperAddress(order.id, 'contract.pdf'),
  });
}

async function maySeeOrder({ ctx, browser, passes, letterToken }: OpenRequest, orderId: string): Promise<boolean> {
  if (letterToken !== null && (await orderOfLetter(ctx, letterToken)) === orderId) return true;
  return maySee(ctx, { hash: browser.hash, passes }, orderId);
}

/** What is about to be accepted. */
async function ofQuote({ ctx, browser, passes }: OpenRequest, quoteId: string): Promise<Showing<ContractData>> {
  const sessionId = await quoteOwner(ctx.db, quoteId);
  if (sessionId === null || !(await maySeeSession(ctx, { hash: browser.hash, passes }, sessionId))) return gone;
  const session = await sessionById(ctx.db, sessionId);
  const made = session && (await contractForQuote(ctx, session, quoteId));
  if (!made?.ok) return gone;
  const { locale, blocks, textHash } = made.value;
  return show<ContractData>({ lang: locale, blocks, hash: textHash, accepted: null, pdf: null });
}

/** What one click is about to buy after a paid purchase: nothing is frozen or kept before somebody clicks. */
async function ofOffer({ ctx, inFlow }: OpenRequest, stepId: string): Promise<Showing<ContractData>> {
  if (!inFlow) return gone;
  const step = stepById(inFlow.visit.flow, stepId);
  const ahead = step?.props.upsell ? upsellAhead(inFlow, step) : null;
  const main = ahead && (await mainPurchase(inFlow));
  if (!ahead || main?.view?.order.state !== 'paid') return gone;
  const { offer, target } = ahead;
  const lead = await findLead(ctx, main.session);
  const product = ctx.catalog.product(offer.brand, offer.variant, offer.productCode);
  const plan = product && findPlan(product, offer.planId);
  if (!lead || !product || !plan) return gone;
  const { market, locale } = main.session;
  const session = { market, locale, brand: offer.brand, variant: offer.variant };
  const price = computeQuote(target.product, target.plan, null);
  const made = contractAhead(ctx, { session, lead, price, product, plan });
  if (!made) return gone;
  return show<ContractData>({ lang: made.locale, blocks: made.blocks, hash: made.textHash, accepted: null, pdf: null });
}
