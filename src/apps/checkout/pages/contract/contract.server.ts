import { findPlan } from '#src/domain/catalog/products/index.ts';
import { mayViewOrder, mayViewSession } from '#src/domain/customers/magic-links/index.server.ts';
import {
  previewContract,
  contractForQuote,
  contractOfOrder,
  offerPathPrefix,
  documentPath,
} from '#src/domain/documents/contracts/index.server.ts';
import { stepById } from '#src/domain/checkout/flows/index.ts';
import { findLead } from '#src/domain/checkout/leads/index.server.ts';
import { orderById } from '#src/domain/orders/index.server.ts';
import { computeQuote } from '#src/domain/checkout/quotes/index.ts';
import { quoteOwner } from '#src/domain/checkout/quotes/index.server.ts';
import { sessionById } from '#src/domain/checkout/sessions/index.server.ts';
import { formatInstant, marketZone } from '#src/kernel/time/zones.ts';
import { orderOfEmailLink } from '../../site/email-link-access.server.ts';
import { mainPurchase } from '../../site/order-status/purchase.server.ts';
import { nextUpsell } from '../../site/upsell/next-upsell.server.ts';
import { definePublicPage, type PublicPageRequest, show, type PageResult } from '../../framework/page.server.ts';
import type { ContractData } from './contract-page.tsx';

const nothing: ContractData = { lang: 'pt-BR', blocks: null, hash: '', accepted: null, pdf: null };
const gone: PageResult<ContractData> = show<ContractData>(nothing, { status: 404 });

export const page = definePublicPage<ContractData>({
  load: async (request) => {
    const { id = '' } = request.params;
    if (id.startsWith(offerPathPrefix)) return ofOffer(request, id.slice(offerPathPrefix.length));
    return id.startsWith('ord_') ? ofOrder(request, id) : ofQuote(request, id);
  },
});

/** The accepted contract, word for word. */
async function ofOrder(request: PublicPageRequest, orderId: string): Promise<PageResult<ContractData>> {
  if (!(await maySeeOrder(request, orderId))) return gone;
  const [order, accepted] = await Promise.all([
    orderById(request.ctx.db, orderId),
    contractOfOrder(request.ctx, orderId),
  ]);
  if (!order || !accepted) return gone;
  const { contract, acceptance } = accepted;
  return show<ContractData>({
    lang: contract.locale,
    blocks: contract.blocks,
    hash: contract.textHash,
    accepted: { at: formatInstant(acceptance.at, marketZone(order.market)), label: acceptance.label },
    pdf: order.paidAt === null ? null : documentPath(order.id, 'contract.pdf'),
  });
}

async function maySeeOrder(
  { ctx, browser, magicLinks, emailLinkToken }: PublicPageRequest,
  orderId: string,
): Promise<boolean> {
  if (emailLinkToken !== null && (await orderOfEmailLink(ctx, emailLinkToken)) === orderId) return true;
  return mayViewOrder(ctx, { hash: browser.hash, magicLinks }, orderId);
}

/** The contract before acceptance. */
async function ofQuote(
  { ctx, browser, magicLinks }: PublicPageRequest,
  quoteId: string,
): Promise<PageResult<ContractData>> {
  const sessionId = await quoteOwner(ctx.db, quoteId);
  if (sessionId === null || !(await mayViewSession(ctx, { hash: browser.hash, magicLinks }, sessionId))) return gone;
  const session = await sessionById(ctx.db, sessionId);
  const made = session && (await contractForQuote(ctx, session, quoteId));
  if (!made?.ok) return gone;
  const { locale, blocks, textHash } = made.value;
  return show<ContractData>({ lang: locale, blocks, hash: textHash, accepted: null, pdf: null });
}

/** The contract of a one-click offer: nothing is stored before the click. */
async function ofOffer({ ctx, inFlow }: PublicPageRequest, stepId: string): Promise<PageResult<ContractData>> {
  if (!inFlow) return gone;
  const step = stepById(inFlow.visit.flow, stepId);
  const nextOffer = step?.props.upsell ? nextUpsell(inFlow, step) : null;
  const main = nextOffer && (await mainPurchase(inFlow));
  if (!nextOffer || main?.view?.order.state !== 'paid') return gone;
  const { offer, target } = nextOffer;
  const lead = await findLead(ctx, main.session);
  const product = ctx.catalog.product(offer.brand, offer.variant, offer.productCode);
  const plan = product && findPlan(product, offer.planId);
  if (!lead || !product || !plan) return gone;
  const { market, locale } = main.session;
  const session = { market, locale, brand: offer.brand, variant: offer.variant };
  const price = computeQuote(target.product, target.plan, null);
  const made = previewContract(ctx, { session, lead, price, product, plan });
  if (!made) return gone;
  return show<ContractData>({ lang: made.locale, blocks: made.blocks, hash: made.textHash, accepted: null, pdf: null });
}
